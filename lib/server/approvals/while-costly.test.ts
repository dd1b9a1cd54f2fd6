import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileCostly } from "./while-costly.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
});
afterEach(() => void vi.useRealTimers());

function counted(takesMs: number) {
  let computed = 0;
  const value = whileCostly(async (key) => {
    computed += 1;
    const said = `${key} ${computed}`;
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
    return said;
  });
  const ask = async (key: string) => {
    const asked = value(key);
    await vi.advanceTimersByTimeAsync(takesMs);
    return asked;
  };
  return { ask, value };
}

test("a costly result is reused for a while, each key for itself", async () => {
  const { ask } = counted(100);
  expect(await ask("a")).toBe("a 1");
  expect(await ask("a")).toBe("a 1");
  expect(await ask("b")).toBe("b 2");
  vi.advanceTimersByTime(2_000);
  expect(await ask("a")).toBe("a 3");
});

test("a cheap result is always computed anew", async () => {
  const { ask } = counted(0);
  expect(await ask("a")).toBe("a 1");
  vi.advanceTimersByTime(1);
  expect(await ask("a")).toBe("a 2");
});

test("concurrent callers get the same result, and a failure is not kept", async () => {
  const { value } = counted(50);
  const both = Promise.all([value("a"), value("a")]);
  await vi.advanceTimersByTimeAsync(50);
  expect(await both).toEqual(["a 1", "a 1"]);
  let fails = true;
  const failing = whileCostly(async () => {
    if (fails) throw new Error("away");
    return "here";
  });
  await expect(failing("a")).rejects.toThrow("away");
  fails = false;
  expect(await failing("a")).toBe("here");
});
