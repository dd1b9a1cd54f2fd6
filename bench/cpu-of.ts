import { setTimeout as delay } from "node:timers/promises";
import { cpuSecondsOf } from "./cpu-seconds-of.ts";

/** Share of one core, 0 to 1, that a process uses in the next `forMs`. Linux only. */
export async function cpuOf(pid: number, forMs: number): Promise<number> {
  const begin = performance.now();
  const before = await cpuSecondsOf(pid);
  await delay(forMs);
  return (await cpuSecondsOf(pid).then((after) => after - before)) / ((performance.now() - begin) / 1_000);
}
