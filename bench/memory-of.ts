import { setTimeout as delay } from "node:timers/promises";
import type { AppServer } from "#e2e/support/app-server.ts";

/** Memory of an app that runs with `report-memory.ts`, in bytes, after a garbage collection. */
export type Memory = { rss: number; heapUsed: number };

export async function memoryOf(app: Pick<AppServer, "output" | "pid">): Promise<Memory> {
  // What just ended gives its memory back a little later: sockets, timers, streams.
  await delay(1_000);
  const before = app.output().length;
  process.kill(app.pid(), "SIGUSR2");
  for (;;) {
    const report = /^memory (\{.*\})$/m.exec(app.output().slice(before))?.[1];
    if (report !== undefined) return JSON.parse(report) as Memory;
    await delay(20);
  }
}
