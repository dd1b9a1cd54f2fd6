import { readFile } from "node:fs/promises";

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** What a process has used of the processor, in user and in system mode, of all its threads. Linux only. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name, in parentheses, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
