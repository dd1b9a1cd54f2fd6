import { afterEach, expect, test, vi } from "vitest";
import { readForApp } from "./app-server.ts";

afterEach(() => vi.unstubAllGlobals());

test("M157: what apps have a server asked for, which does not answer, holds two connections of the browser at most", async () => {
  const answers: (() => void)[] = [];
  let underWay = 0;
  const fetch = () => {
    underWay += 1;
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push(() => {
      underWay -= 1;
      resolve(Response.json({ result: {} }));
    });
    return promise;
  };
  vi.stubGlobal("fetch", fetch);
  const closed = new AbortController();
  const read = (toolCallId: string, signal = new AbortController().signal) =>
    readForApp({ chatId: "c", toolCallId }, { fingerprint: "f", uri: "shop://never" }, signal);
  const reads = Array.from({ length: 6 }, (_, at) => read(`t${at}`));
  const left = read("left", closed.signal);
  await expect.poll(() => answers.length).toBe(2);
  // One whose frame is gone does not wait in line any more.
  closed.abort(new Error("The app was closed."));
  await expect(left).rejects.toThrow("The app was closed.");
  for (let at = 0; at < reads.length; at += 1) {
    await expect.poll(() => answers.length).toBeGreaterThan(at);
    expect(underWay).toBeLessThanOrEqual(2);
    answers[at]?.();
  }
  await Promise.all(reads);
  expect(answers).toHaveLength(6);
});
