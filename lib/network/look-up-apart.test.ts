import { createServer } from "node:http";
import { beforeEach, expect, test, vi } from "vitest";
import { messageSink } from "#e2e/support/message-sink.ts";
import { listeningAt } from "#e2e/support/listening.ts";
import { safePost } from "#lib/notify/safe-post.ts";
import { addressesOf } from "./checked-connector.ts";
import { publicFetch } from "./public-fetch.ts";
import { safeGet } from "./safe-get.ts";

/*
 * The system looks up two names at a time, for the models too. Names under slow.example are never answered here, neither
 * by it nor by the name servers that we ask ourselves.
 */
const system = vi.hoisted(() => ({ asked: [] as string[], slots: 2, waiting: [] as (() => void)[] }));

vi.mock("node:dns", async (load) => {
  const real = await load<typeof import("node:dns")>();
  const local = [{ address: "127.0.0.1", family: 4 }];
  const lookup = (name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const begin = () => {
      system.asked.push(name);
      system.slots -= 1;
      if (name.endsWith("slow.example")) return;
      system.slots += 1;
      setImmediate(() => done(null, local));
    };
    if (system.slots > 0) begin();
    else system.waiting.push(begin);
  };
  class Resolver {
    resolve4(name: string, done: (error: Error | null, found?: string[]) => void) {
      if (name === "localhost") setImmediate(() => done(Object.assign(new Error("none"), { code: "ENOTFOUND" })));
      else if (!name.endsWith("slow.example")) setImmediate(() => done(null, ["127.0.0.1"]));
    }
    resolve6(_name: string, done: (error: Error) => void) {
      setImmediate(() => done(Object.assign(new Error("none"), { code: "ENODATA" })));
    }
  }
  return { ...real, default: { ...real, lookup, Resolver }, lookup, Resolver };
});

beforeEach(() => {
  Object.assign(system, { asked: [], slots: 2, waiting: [] });
});

const numbers = Array.from({ length: 20 }, (_, number) => number);
const limits = { timeoutMs: 200, mostBytes: 1_000 };
const message = { headers: {}, body: "{}" };

test("G31: names that anybody chose are not looked up where the operator's own wait", async () => {
  const read = publicFetch(limits);
  const { post, close } = safePost({ mayBePrivate: false, timeoutMs: 200 });
  const gone = new AbortController();
  await Promise.allSettled(
    numbers.flatMap((number) => [
      read(`https://a${number}.slow.example/client.json`),
      post(`https://b${number}.slow.example/push`, message),
      safeGet(`https://c${number}.slow.example/`, limits, gone.signal),
    ]),
  );
  await close();
  expect(system).toMatchObject({ asked: [], slots: 2, waiting: [] });
});

test("G31, E9: of names that may be in a private network one is looked up by the system at a time, and none waits for another for long", async () => {
  const sink = await messageSink();
  const { port } = new URL(sink.url);
  const { post, close } = safePost({ mayBePrivate: true, timeoutMs: 5_000 });
  expect(await post(`http://inside.example:${port}/`, message)).toEqual({ status: 200 });
  expect(system.asked).toEqual(["inside.example"]);
  for (const number of numbers) void post(`http://n${number}.slow.example/`, message);
  expect(await post(`http://inside.example:${port}/`, message)).toEqual({ status: 200 });
  expect(await addressesOf("other.example")).toEqual(["127.0.0.1"]);
  // No name server knows it.
  expect(await addressesOf("localhost")).toEqual(["127.0.0.1"]);
  expect(system).toMatchObject({ asked: ["inside.example", "n0.slow.example", "localhost"], slots: 1, waiting: [] });
  await close();
  await sink.close();
});

test("E9: what the name servers say is checked like what the system says", async () => {
  const at = await listeningAt(createServer((_, response) => void response.end("{}")));
  const { port } = new URL(at);
  await expect(publicFetch(limits)(`https://rebinding.example:${port}/`)).rejects.toThrow("private network");
});
