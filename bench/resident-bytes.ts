import { readFileSync } from "node:fs";

/** Memory of a process as the system counts it. Linux only. */
export function residentBytesOf(pid: number): number {
  const kB = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  if (kB === undefined) throw new Error(`The system does not tell the memory of process ${pid}.`);
  return Number(kB) * 1_024;
}
