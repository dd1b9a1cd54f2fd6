import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** Share of one core, 0 to 1, that a process uses in the next `forMs`. Linux only. */
export async function cpuOf(pid: number, forMs: number): Promise<number> {
  const begin = performance.now();
  const before = await secondsOf(pid);
  await delay(forMs);
  return (await secondsOf(pid).then((after) => after - before)) / ((performance.now() - begin) / 1_000);
}

/** In user and in system mode, of all its threads. */
async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
