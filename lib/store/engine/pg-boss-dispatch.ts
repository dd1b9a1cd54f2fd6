import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Job, PgBoss } from "pg-boss";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { Dispatch, DispatchWorker } from "./dispatch.ts";
import type { JobsDatabase } from "./jobs-database.ts";

type Log = Record<"warn" | "error", (event: string, detail: Record<string, unknown>) => void>;

type Options = {
  /** postgres://… */
  url: string;
  log: Log;
  /** Delay of "soon" after the commit, in whole seconds. */
  soonSeconds?: number;
  retryStartMs?: number;
  /** Pauses between two looks for jobs of which no notification came. */
  pollSeconds?: number;
};

const queue = "runs";
const deadLetters = "runs-given-up";

/** A job ends as soon as the run is claimed: from then on the run's lease guards it. */
const ofQueue = {
  // At most one waiting job for each run; more would say the same.
  policy: "short",
  notify: true,
  heartbeatSeconds: 30,
  expireInSeconds: 300,
  retryLimit: 6,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 300,
} as const;

/**
 * Jobs in PostgreSQL, by pg-boss, sent in the transaction that makes them necessary. The library is loaded at the start
 * of the work. While the queue cannot be used, nothing is sent and nobody waits: the sweeps find every run.
 */
export function pgBossDispatch({
  url,
  log,
  soonSeconds = 2,
  retryStartMs = 2_000,
  pollSeconds = 5,
}: Options): Dispatch {
  // A notification wakes the worker. Fallback poll, for lost notifications and for jobs that are due "soon".
  const polling = { pollingIntervalSeconds: Math.min(2, pollSeconds), notifyPollingIntervalSeconds: pollSeconds };
  let boss: PgBoss | null = null;
  let database: JobsDatabase | null = null;
  let adapt: typeof import("pg-boss").fromKysely | null = null;
  let isUp = false;
  const stopping = new AbortController();
  let starting: Promise<void> = Promise.resolve();

  async function startOnce(worker: DispatchWorker): Promise<void> {
    const { PgBoss: Boss, fromKysely } = await import("pg-boss");
    const { jobsDatabase } = await import("./jobs-database.ts");
    const db = jobsDatabase({ url, onError: (error) => log.error("queue.failed", { error }) });
    const started = new Boss({
      db,
      schema: "pgboss",
      schedule: false,
      useListenNotify: true,
    });
    started.on("error", (error) => log.error("queue.failed", { error }));
    started.on("warning", ({ message, data }) => log.warn("queue.warned", { message, data }));
    try {
      await started.start();
      await started.createQueue(deadLetters, { ...ofQueue, retryLimit: 1_000 });
      await started.createQueue(queue, { ...ofQueue, deadLetter: deadLetters });
      await started.work(queue, { ...polling, localConcurrency: 4 }, each(worker.goOn));
      await started.work(deadLetters, polling, each(worker.giveUp));
    } catch (error) {
      await started.stop({ graceful: false }).catch(() => {});
      await db.close();
      throw error;
    }
    database = db;
    boss = started;
    adapt = fromKysely;
    isUp = true;
  }

  async function startUntilUp(worker: DispatchWorker): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await startOnce(worker);
      } catch (error) {
        log.error("queue.not-started", { error });
        await sleep(retryStartMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  return {
    send: async (trx, runId, when) => {
      if (boss === null || adapt === null) return;
      const startAfter = when === "soon" ? soonSeconds : 0;
      const db = adapt(trx);
      await orWithout(trx, log, boss.send.bind(boss, queue, { runId }, { db, startAfter, singletonKey: runId }));
    },
    start: (worker) => {
      starting = startUntilUp(worker);
    },
    stop: async () => {
      stopping.abort();
      await starting;
      isUp = false;
      // Sending still works after this: it uses the caller's connection.
      await boss?.stop({ graceful: true, timeout: 3_000 });
      await database?.close();
      database = null;
    },
    isHealthy: () => isUp,
  };
}

function each(work: (runId: string) => Promise<void>) {
  return async (jobs: Job<{ runId: string }>[]) => {
    for (const { data } of jobs) await work(data.runId);
  };
}

/** A job is a hint: a fault of the queue must not roll back the caller's transaction. */
async function orWithout(trx: Trx, log: Log, send: () => Promise<unknown>): Promise<void> {
  await sql`savepoint job`.execute(trx);
  try {
    await send();
    await sql`release savepoint job`.execute(trx);
  } catch (error) {
    log.error("queue.not-sent", { error });
    await sql`rollback to savepoint job`.execute(trx);
  }
}
