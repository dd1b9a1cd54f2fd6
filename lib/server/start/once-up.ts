import { setTimeout as sleep } from "node:timers/promises";
import { isStarting } from "#lib/store/engine/store-unavailable.ts";

type Waiting = {
  /** How long to try, from the first attempt on. */
  waitMs?: number;
  /** Called once, when the first attempt failed. */
  onWait?: () => void;
};

const pauseMs = 250;

/**
 * What `ask` answers once the store is there. App and database are often started together, a database takes longer, and
 * on a machine that starts several programs a connection may take longer than a request may wait for one. Throws what
 * `ask` throws after that time, and any other error at once.
 */
export async function onceUp<Result>(
  ask: () => Promise<Result>,
  { waitMs = 10_000, onWait }: Waiting = {},
): Promise<Result> {
  const until = performance.now() + waitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isStarting(error) || performance.now() >= until) throw error;
      if (attempt === 1) onWait?.();
      await sleep(pauseMs);
    }
  }
}
