import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";

/** This often it looks as soon as the event loop has turned. */
const eager = 50;

/** Looks again and again until it is so; after a while with pauses, which leave the processor to what is waited for. */
export async function until(check: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (let looks = 1; !(await check()); looks += 1) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await (looks < eager ? turn() : sleep(3));
  }
}
