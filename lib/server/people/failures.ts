import type { AuditEvent } from "#lib/audit/events.ts";
import { repeatEvery } from "#lib/store/engine/repeat-every.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { recordAtDoor } from "#lib/store/people/accounts.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countTry } from "#lib/store/people/sign-in-tries.ts";

/** A failed attempt to sign in. It holds nothing that the stranger sent, so there are few different ones. */
export type Failure = Extract<AuditEvent, { kind: "sign-in-failed" | "sign-in-limited" }>;

/** For each kind of failure, so many records in full in a quarter of an hour, over all processes. */
export const mostInFull = 10;
export const quarterMs = 15 * 60 * 1000;

/**
 * Bounds the audit records that strangers cause: records are kept for ever, and anybody who reaches the port can fail
 * (THREATS G16: bounded audit growth). The first failures of a quarter of an hour are recorded in full. The rest are
 * counted in memory; at the end of the quarter each process records one number for each kind.
 */
export type Failures = {
  /** `email`: the address that was tried, whether or not it is somebody's. */
  note: (failure: Failure, email: string | null) => Promise<void>;
  /** Counts a failure like one that was already noted. */
  count: (failure: Failure) => void;
  /** Records the numbers of past quarters; with `all`, of the present one too. */
  summarise: (which?: "over" | "all") => Promise<void>;
  /** Records the numbers so far. */
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
      // Over all processes: the store counts. A process that has reached the limit by itself does not ask.
      const key = `recorded:${counted.quarter}:${keyOf(failure)}`;
      if ((await countTry(database, key, quarterMs)) <= mostInFull) return recordAtDoor(database, failure, email);
    }
    counted.more += 1;
  }

  async function summarise(which: "over" | "all" = "over"): Promise<void> {
    const present = Math.floor(clock() / quarterMs);
    for (const counted of counts.filter(({ quarter }) => which === "all" || quarter < present)) {
      // A record that cannot be written is tried again.
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
