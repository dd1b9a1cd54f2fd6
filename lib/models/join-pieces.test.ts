import { Dispatcher } from "undici";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { joinPieces } from "./join-pieces.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Handler = Dispatcher.DispatchHandler;

/** An answer whose server is the test, and what its reader was handed so far. */
function answer() {
  const read: string[] = [];
  const reader: Handler = {
    onResponseData: (_, piece) => void read.push(String(piece)),
    onResponseEnd: () => void read.push("end"),
    onResponseError: (_, error) => void read.push(error.message),
  };
  let handler: Handler = {};
  class Server extends Dispatcher {
    override dispatch(_: unknown, to: Handler): boolean {
      handler = to;
      return true;
    }
  }
  joinPieces(new Server()).dispatch({ path: "/", method: "GET" }, reader);
  // Nothing here pauses or ends the connection.
  const controller = {} as Dispatcher.DispatchController;
  return {
    read,
    say: (...pieces: string[]) => {
      for (const piece of pieces) handler.onResponseData?.(controller, Buffer.from(piece));
    },
    end: () => handler.onResponseEnd?.(controller, {}),
    fail: () => handler.onResponseError?.(controller, new Error("broken")),
  };
}

const first = Array.from("12345678");

test("what begins an answer is handed on at once, and then what comes within 16 ms as one", () => {
  const { read, say } = answer();
  say(...first);
  expect(read).toEqual(first);
  say("a");
  vi.advanceTimersByTime(10);
  say("b");
  expect(read).toEqual(first);
  vi.advanceTimersByTime(6);
  say("c");
  expect(read.slice(8)).toEqual(["ab"]);
  vi.advanceTimersByTime(16);
  expect(read.slice(8)).toEqual(["ab", "c"]);
});

test("what is held when the answer ends is handed on before its end, and of one that breaks nothing follows", () => {
  const whole = answer();
  whole.say(...first, "a", "b");
  whole.end();
  const broken = answer();
  broken.say(...first, "a", "b");
  broken.fail();
  vi.advanceTimersByTime(100);
  expect(whole.read.slice(8)).toEqual(["ab", "end"]);
  expect(broken.read.slice(8)).toEqual(["broken"]);
});
