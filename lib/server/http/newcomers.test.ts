import { setImmediate as immediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { Newcomers } from "./newcomers.ts";

test("G23: whoever comes without end holds up what others asked for by less than people notice", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const newcomers = new Newcomers();
  let isIn = false;
  const since = performance.now();
  void newcomers.in().then(() => (isIn = true));
  while (!isIn) {
    newcomers.came();
    vi.advanceTimersByTime(5);
    await immediate();
  }
  expect(performance.now() - since).toBeLessThan(100);
});
