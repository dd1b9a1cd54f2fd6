import type { AuditEvent } from "#lib/audit/events.ts";
import { repeatEvery } from "#lib/server/observe/repeat-every.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { recordAtDoor } from "#lib/store/people/accounts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countTry } from "#lib/store/people/sign-in-tries.ts";

/** Somebody was not let in. Nothing that they sent is in it, so there are few different ones. */
export type Failure = Extract<AuditEvent, { kind: "sign-in-failed" | "sign-in-limited" }>;

/** Of each kind of failure, so many are recorded in full in a quarter of an hour, over all processes. */
export const mostInFull = 10;
export const quarterMs = 15 * 60 * 1000;

/**
 * What strangers may make the trail grow by: records are for ever, and anybody who reaches the port can fail (THREATS
 * G16). The first failures of a quarter of an hour are recorded in full. The others are counted in memory, with nothing
 * written, and when the quarter is over each process records one number of each kind.
 */
export type Failures = {
  /** `email` says whose account was tried, if it is one. */
  note: (failure: Failure, email: string | null) => Promise<void>;
  /** Counts one that is like another that was noted. */
  count: (failure: Failure) => void;
  /** Records the numbers of the quarters that are over; with `all`, of the present one too. */
  summarise: (which?: "over" | "all") => Promise<void>;
  /** Records what was counted so far. */
  stop: () => Promise<void>;
};

type Counted = { failure: Failure; quarter: number; noted: number; more: number };

type Options = { database: Database; log: Log; clock?: () => number };

export function failuresIn({ database, log, clock = Date.now }: Options): Failures {
  let counts: Counted[] = [];
  const summarising = repeatEvery(
    10_000,
    () => summarise(),
    (error) => log.warn("failures.not-summarised", { error }),
  );

  function countOf(failure: Failure): Counted {
    const quarter = Math.floor(clock() / quarterMs);
    const found = counts.find((count) => count.quarter === quarter && keyOf(count.failure) === keyOf(failure));
    if (found !== undefined) return found;
    const begun = { failure, quarter, noted: 0, more: 0 };
    counts.push(begun);
    return begun;
  }

  async function note(failure: Failure, email: string | null): Promise<void> {
    const counted = countOf(failure);
    counted.noted += 1;
    if (counted.noted <= mostInFull) {
      // Over all processes: the store counts, which those that are over the bound here do not even ask.
      const key = `recorded:${counted.quarter}:${keyOf(failure)}`;
      if ((await countTry(database, key, quarterMs)) <= mostInFull) return recordAtDoor(database, failure, email);
    }
    counted.more += 1;
  }

  async function summarise(which: "over" | "all" = "over"): Promise<void> {
    const present = Math.floor(clock() / quarterMs);
    for (const counted of counts.filter(({ quarter }) => which === "all" || quarter < present)) {
      // One that cannot be written is tried again.
      if (counted.more > 0) await recordAtDoor(database, summaryOf(counted), null);
      counts = counts.filter((other) => other !== counted);
    }
  }

  return {
    note,
    count: (failure) => {
      countOf(failure).more += 1;
    },
    summarise,
    stop: async () => {
      await summarising.stop();
      await summarise("all").catch((error: unknown) => log.warn("failures.not-summarised", { error }));
    },
  };
}

function keyOf(failure: Failure): string {
  return failure.kind === "sign-in-failed" ? `${failure.by}:${failure.reason}` : `limited:${failure.of}`;
}

function summaryOf({ failure, quarter, more: count }: Counted): AuditEvent {
  const span = { count, from: quarter * quarterMs, to: (quarter + 1) * quarterMs };
  if (failure.kind === "sign-in-limited") return { kind: "sign-ins-limited", of: failure.of, ...span };
  return { kind: "sign-ins-failed", by: failure.by, reason: failure.reason, ...span };
}
