import { createServer } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { listeningAt } from "#e2e/support/listening.ts";
import { cappedFetch } from "./capped-fetch.ts";
import { FloodGuard } from "./flood-guard.ts";

test("G15: a chunk counts as a kilobyte at least, because each is work", async () => {
  const few = { burst: 100, perSecond: 1 };
  const guard = new FloodGuard({
    messages: few,
    requests: few,
    pieces: few,
    bytes: { burst: 100 * 1024, perSecond: 1 },
    unread: 1,
  });
  for (let chunk = 0; chunk < 100; chunk += 1) await guard.chunk(1, 0);
  const next = guard.chunk(1, 0).then(() => "read");
  expect(await Promise.race([next, nextTurn("waits")])).toBe("waits");
});

test("G15: values cost more than their bytes: other work runs between messages of many, and they are read slowly", async () => {
  const guard = new FloodGuard();
  let others = 0;
  const other = () => {
    others += 1;
    setImmediate(other);
  };
  setImmediate(other);
  for (let chunk = 0; chunk < 20; chunk += 1) await guard.chunk(65_536, 30_000);
  expect(others).toBeGreaterThanOrEqual(20);
  for (let chunk = 0; chunk < 60; chunk += 1) void guard.chunk(65_536, 30_000);
  const next = guard.chunk(1, 0).then(() => "read");
  expect(await Promise.race([next, nextTurn("waits")])).toBe("waits");
});

test("G15: other work runs after every 25 messages, however small they are", async () => {
  const guard = new FloodGuard();
  const due = Array.from({ length: 1_000 }, () => guard.message()).map((isDue, at) => (isDue ? at + 1 : 0));
  // It says so until somebody heeds it.
  expect(due.filter(Boolean)).toEqual(Array.from({ length: 976 }, (_, at) => at + 25));
  await guard.turn();
  expect(Array.from({ length: 50 }, () => guard.message()).indexOf(true)).toBe(24);
});

test.each([
  ["is read in ten thousand pieces of one byte", 10_000, null],
  ["is dropped with many more", 200_000, "it sent more than 2000 small pieces a second"],
])("G15: a web server %s", async (_, pieces, why) => {
  const at = await listeningAt(
    createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      response.socket?.write(`${"1\r\n:\r\n".repeat(pieces)}0\r\n\r\n`);
    }),
  );
  const guard = new FloodGuard();
  const { fetch, close } = cappedFetch({ guard, privately: "anywhere" });
  onTestFinished(close);
  const read = await fetch(at)
    .then((answer) => answer.text())
    .then(({ length }) => length)
    .catch(() => null);
  expect([read, guard.flooded?.short ?? null]).toEqual([why === null ? pieces : null, why]);
});

test.each(["x: y\n", "x\n", "retry: soon\r", "datum\r\n"])(
  "G15: a web server whose stream has line after line of %j is dropped, because each costs an error",
  async (line) => {
    const at = await listeningAt(
      createServer((_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(line.repeat(20_000));
      }),
    );
    const guard = new FloodGuard();
    const { fetch, close } = cappedFetch({ guard, privately: "anywhere" });
    onTestFinished(close);
    const answer = await fetch(at);
    await expect(answer.text()).rejects.toThrow("it sent more than 500 messages a second");
  },
);
