import { readFileSync } from "node:fs";

/**
 * How long a process has been ready to run while the machine ran others, in milliseconds since it started; 0 where the
 * system does not tell, and for a process that is gone.
 */
export function queuedForCpu(pid: number): number {
  try {
    const [, waitedNs = "0"] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(waitedNs) / 1e6;
  } catch {
    return 0;
  }
}

/** What several processes together were kept from running from now on, in milliseconds, whenever it is asked. */
export function queuedFromNow(pids: readonly number[]): () => number {
  const before = pids.map((pid) => ({ pid, ms: queuedForCpu(pid) }));
  return () => before.reduce((sum, { pid, ms }) => sum + Math.max(0, queuedForCpu(pid) - ms), 0);
}
