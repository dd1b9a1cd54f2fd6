import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { requestWithSignal } from "./request-with-signal.ts";

test("S0.30: whoever listens to a request's signal hears that its client left, although nobody keeps the request", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const gone = new AbortController();
  const signals = Array.from(
    { length: 20 },
    () => requestWithSignal("http://127.0.0.1/", { signal: gone.signal }).signal,
  );
  let heard = 0;
  for (const signal of signals) signal.addEventListener("abort", () => (heard += 1));
  // What is weakly held goes with the turn of the event loop in which it was made.
  for (let turn = 0; turn < 3; turn += 1) {
    await sleep(1);
    collect();
  }
  gone.abort();
  expect(heard).toBe(20);
});
