import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#lib/store/engine/database.ts";
import { forEverybody } from "#lib/store/engine/fair-turns.ts";
import { storeState } from "#lib/store/engine/store-state.ts";
import type { Log } from "./log.ts";

type Part = { status: "ok" | "down" };

/** Whether this process can serve, and how far behind it is. Anybody who reaches the port may read it. */
export type Readiness = {
  status: "ready" | "not-ready";
  /** Round trip of one query, in ms; null when none came in time. */
  store: Part & { roundTripMs: number | null };
  /** How long the run that waits longest for a process to resume it has waited, in the whole store. */
  dispatch: Part & { oldestWaitMs: number | null };
  /** Whether this process receives signals of the others. */
  signals: Part;
  /** The longest delay of the event loop since the last look. */
  process: { status: "starting" | "ok" | "stopping"; eventLoopDelayMs: number };
};

type Options = {
  database: Database;
  log: Log;
  /** Whether this process resumes runs without a holder. */
  isDispatching: () => boolean;
  /** Time limit for the store's answer. */
  storeWithinMs?: number;
  /** How long a result is reused. */
  freshMs?: number;
};

export type ReadinessCheck = {
  /** At most one look a second, for any number of callers. Never rejects. */
  look: () => Promise<Readiness>;
  /** The start is over. Started means: every part has worked once. */
  started: () => void;
  /** From now on the process must get no more work. */
  stopping: () => void;
  close: () => void;
};

const resolutionMs = 200;

export function readinessCheck({
  database,
  log,
  isDispatching,
  storeWithinMs = 1_000,
  freshMs = 1_000,
}: Options): ReadinessCheck {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let phase: Readiness["process"]["status"] = "starting";
  let hasBegun = false;
  let latest: { at: number; seen: Promise<Readiness> } | null = null;
  let was: Readiness["status"] = "ready";

  async function see(): Promise<Readiness> {
    const asked = performance.now();
    const state = await inTime(storeState(database), storeWithinMs).catch((error: unknown) => {
      log.debug("readiness.store-down", { error });
      return null;
    });
    const roundTripMs = state === null ? null : Math.round((performance.now() - asked) * 10) / 10;
    const parts = {
      store: { status: statusOf(state !== null && !state.readOnly), roundTripMs },
      dispatch: { status: statusOf(isDispatching()), oldestWaitMs: state?.oldestWaitMs ?? null },
      signals: { status: statusOf(database.signals.isListening()) },
    };
    const works = Object.values(parts).every((part) => part.status === "ok");
    if (works && phase === "starting" && hasBegun) phase = "ok";
    const status = works && phase === "ok" ? "ready" : "not-ready";
    // Starting and stopping are no events.
    if (phase === "ok" && status !== was) log.warn(`readiness.${status}`, parts);
    if (phase === "ok") was = status;
    return { status, ...parts, process: { status: phase, eventLoopDelayMs: eventLoopDelay() } };
  }

  function eventLoopDelay(): number {
    const longest = delays.max / 1e6 - resolutionMs;
    delays.reset();
    // Nothing is measured yet when two looks follow one another at once.
    return Number.isFinite(longest) && longest > 0 ? Math.round(longest) : 0;
  }

  return {
    look: async () => {
      if (latest === null || performance.now() - latest.at >= freshMs) {
        // It is said to all: one caller's flood must not say that the store is away.
        latest = { at: performance.now(), seen: forEverybody(see) };
      }
      return latest.seen;
    },
    started: () => {
      hasBegun = true;
      latest = null;
    },
    stopping: () => {
      phase = "stopping";
      latest = null;
    },
    close: () => delays.disable(),
  };
}

function statusOf(ok: boolean): Part["status"] {
  return ok ? "ok" : "down";
}

async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const timer = new AbortController();
  try {
    const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`No answer within ${ms} ms.`);
    });
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
