import { setTimeout as sleep } from "node:timers/promises";
import type { Crew } from "./crew.ts";
import type { HistoryEvent } from "./history.ts";
import type { Random } from "./random.ts";

/** Something that can be done to the store or the way to it. Resolves when it is over. */
export type Fault = {
  what: string;
  weight: number;
  strike: () => Promise<{ worker: string | null }>;
};

/** Where a process takes longer to start, blows and faults come more slowly: else the machine gets nothing else done. */
const startsWithinMs = 1_500;

export type Pace = {
  /** Mean time between two blows to processes, and between two faults of the store; Infinity for none. */
  blowEveryMs: number;
  faultEveryMs: number;
  /** Shares of the blows; the rest are kills. */
  pauses: number;
  terminations: number;
  /** A paused process sleeps for longer than its lease. */
  pauseMs: { from: number; to: number };
};

type Torment = { crew: Crew; random: Random; pace: Pace; until: number };

/** Kills, pauses and terminates processes until the time is over; those that are paused go on before it resolves. */
export async function tormentCrew({ crew, random, pace, until }: Torment): Promise<void> {
  const pauses: Promise<void>[] = [];
  if (pace.blowEveryMs === Infinity) return;
  while (Date.now() < until) {
    await between(crew, random, pace.blowEveryMs);
    const worker = random.pick(crew.up);
    if (!worker) continue;
    const kind = random.next();
    if (kind < pace.pauses) {
      worker.pause();
      const { from, to } = pace.pauseMs;
      pauses.push(sleep(random.between(from, to)).then(() => worker.continue()));
    } else if (kind < pace.pauses + pace.terminations) worker.terminate();
    else worker.kill();
  }
  await Promise.all(pauses);
}

/** One fault of the store after the other, each written down when it is over. */
export async function tormentStore(
  { crew, random, pace, until }: Torment,
  faults: readonly Fault[],
  write: (event: HistoryEvent) => void,
): Promise<void> {
  const drawn = faults.flatMap((fault) => Array.from({ length: fault.weight }, () => fault));
  if (pace.faultEveryMs === Infinity) return;
  while (Date.now() < until) {
    await between(crew, random, pace.faultEveryMs);
    const fault = random.pick(drawn);
    if (!fault) return;
    const at = Date.now();
    const { worker } = await fault.strike();
    write({ kind: "fault", at, until: Date.now(), what: fault.what, worker });
  }
}

async function between({ startMs }: Crew, random: Random, everyMs: number): Promise<void> {
  await sleep(random.between(everyMs / 2, everyMs * 1.5) * Math.max(1, startMs / startsWithinMs));
}
