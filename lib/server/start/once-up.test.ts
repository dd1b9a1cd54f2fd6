import { expect, test, vi } from "vitest";
import { onceUp } from "./once-up.ts";

test.each(["Connection terminated due to connection timeout", "timeout exceeded when trying to connect"])(
  "a store that answers late is asked again: %s",
  async (message) => {
    const onWait = vi.fn<() => void>();
    const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error(message)).mockResolvedValue("here");
    expect(await onceUp(ask, { waitMs: 60_000, onWait })).toBe("here");
    expect(onWait).toHaveBeenCalledOnce();
  },
);

test("any other error, and the last one when the time is up, are thrown as they are", async () => {
  const wrong = new Error("relation does not exist");
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(wrong);
  await expect(onceUp(ask, { waitMs: 60_000 })).rejects.toBe(wrong);
  expect(ask).toHaveBeenCalledOnce();
  const gone = new Error("Connection terminated unexpectedly");
  await expect(onceUp(() => Promise.reject(gone), { waitMs: 0 })).rejects.toBe(gone);
});
