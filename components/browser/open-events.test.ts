import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEvents } from "./open-events.ts";

type Connection = { say: (text: string) => void; end: () => void; isClosed: boolean };

let made: Connection[];
let isAway: boolean;
let told: string[];
const latest = () => made.at(-1)!;
const open = () =>
  openEvents(
    (event) => told.push(event.type),
    () => told.push("open"),
    () => told.push("lost"),
  );
/** Resolves after sent events were heard. */
const heard = () => vi.advanceTimersByTimeAsync(0);

async function connect(_path: string, { signal }: { signal: AbortSignal }): Promise<Response> {
  const connection: Connection = { say: () => {}, end: () => {}, isClosed: false };
  made.push(connection);
  if (isAway) throw new TypeError("Failed to fetch");
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      connection.say = (text) => controller.enqueue(new TextEncoder().encode(text));
      connection.end = () => controller.error(new TypeError("network error"));
      signal.addEventListener("abort", () => {
        connection.isClosed = true;
        controller.error(signal.reason);
      });
    },
    cancel: () => {
      connection.isClosed = true;
    },
  });
  return new Response(stream);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", connect);
  made = [];
  isAway = false;
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events are passed on, and a connection that breaks is told and made again at once", async () => {
  const source = open();
  await heard();
  latest().say('data: {"type":"chats"}\n\n');
  await heard();
  latest().end();
  await heard();
  expect(made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(made).toHaveLength(2);
  expect(told).toEqual(["open", "chats", "lost", "open"]);
  source.close();
});

test("a server that stays away is asked less and less often", async () => {
  isAway = true;
  const source = open();
  const asked = async (ms: number) => {
    const before = made.length;
    await vi.advanceTimersByTimeAsync(ms);
    return made.length - before;
  };
  expect(await asked(10_000)).toBeLessThan(8);
  expect(await asked(50_000)).toBeLessThan(12);
  source.close();
});

test("a connection is given up after three missed keep-alives, and kept while keep-alives come", async () => {
  const source = open();
  await heard();
  for (let alive = 0; alive < 10; alive += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    latest().say("event: alive\ndata: {}\n\n");
  }
  await heard();
  expect(made).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(46_000);
  expect(made[0]?.isClosed).toBe(true);
  expect(made).toHaveLength(2);
  expect(told).toEqual(["open", "lost", "open"]);
  source.close();
});

test("a connection that was closed is not made again", async () => {
  const source = open();
  await heard();
  source.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made).toHaveLength(1);
  expect(made[0]?.isClosed).toBe(true);
  expect(told).toEqual(["open"]);
});
