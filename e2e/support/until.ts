import { setImmediate as immediate } from "node:timers/promises";

/** Looks again and again, as often as the event loop turns, until it is so. */
export async function until(check: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await immediate();
  }
}
