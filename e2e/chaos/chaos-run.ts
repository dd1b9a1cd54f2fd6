import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#e2e/support/free-port.ts";
import { browser } from "./ask.ts";
import { check } from "./check.ts";
import { Crew } from "./crew.ts";
import { Crowd } from "./crowd.ts";
import { historyWriter, readEffects, readHistory, type Effect, type HistoryEvent } from "./history.ts";
import { Outsiders } from "./outsiders.ts";
import { postgresUnderTest } from "./postgres-under-test.ts";
import { queuedFromNow } from "./queued-for-cpu.ts";
import { Random } from "./random.ts";
import { sqliteUnderTest } from "./sqlite-under-test.ts";
import { exportTo, standing, type Backend, type StoreUnderTest } from "./store-under-test.ts";
import { tormentCrew, tormentStore, type Pace } from "./torment.ts";
import type { Violation } from "./violation.ts";
import type { WorkerConfig } from "./worker-config.ts";

export type ChaosOptions = {
  backend: Backend;
  seconds: number;
  seed: number;
  pace: Pace;
  workers: number;
  chats: number;
  /** How many MCP clients, and how many agents that ask. */
  outsiders: number;
  /** Limits of the agent in each place, in turn. */
  limits: readonly [WorkerConfig["limits"], ...WorkerConfig["limits"][]];
  leaseMs: number;
  /** How long the longest calls take, and their share. */
  longMs: number;
  longShare: number;
  /** Share of the calls whose question is open for a moment only, and for how long it is. */
  rushShare: number;
  rushMs: number;
  /** Folder of the sources under test. */
  root: string;
  /** For history, effects, logs and the store's file; emptied first. */
  folder: string;
};

export type ChaosResult = { history: HistoryEvent[]; effects: Effect[]; violations: Violation[] };

/** Once all faults are over, something must come about within this time, again and again until nothing is open. */
const drainMs = 40_000;

/** One run of the chaos: torments a crew while a crowd uses it, lets everything heal and end, then has it checked. */
export async function chaosRun(options: ChaosOptions): Promise<ChaosResult> {
  const { backend, seed, folder, workers } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = {
    history: path.join(folder, "history.jsonl"),
    effects: path.join(folder, "effects.jsonl"),
    log: path.join(folder, "workers.log"),
    data: path.join(folder, "data"),
  };
  writeFileSync(files.effects, "");
  mkdirSync(files.data);
  const write = historyWriter(files.history);
  write({ kind: "begin", at: Date.now(), backend, seed });
  const store = backend === "sqlite" ? await sqliteUnderTest(files.data) : await postgresUnderTest(workers);
  try {
    await tormentAndHeal(options, store, { ...files, write });
    await exportTo(write, store.database);
  } finally {
    await store.close();
  }
  const history = readHistory(files.history);
  const effects = readEffects(files.effects);
  return { history, effects, violations: check(history, effects) };
}

type Files = { effects: string; log: string; data: string; write: (event: HistoryEvent) => void };

async function tormentAndHeal(options: ChaosOptions, store: StoreUnderTest, files: Files): Promise<void> {
  const { seed, workers, limits, leaseMs, rushMs, root, pace } = options;
  const { write } = files;
  const random = new Random(seed);
  const places = await Promise.all(
    Array.from({ length: workers }, async (_, place) => ({
      port: await freePort(),
      dataDir: files.data,
      databaseUrl: store.urlFor(place),
      effects: files.effects,
      limits: limits[place % limits.length] ?? limits[0],
      leaseMs,
      timeouts: { pay: 60_000, rush: rushMs },
    })),
  );
  // Where nothing is done to processes, whoever loses something must have a reason.
  const noticeStarving = pace.blowEveryMs !== Infinity;
  const crew = new Crew({ places, root, logFile: files.log, noticeStarving, write });
  await crew.allUp();
  const until = Date.now() + options.seconds * 1_000;
  const { credentials } = store;
  const crowd = new Crowd({ ...options, crew, ask: browser(credentials.token, crew, write), random, until });
  const { outsiders: each } = options;
  const outsiders = new Outsiders({ crew, random, credentials, each, effects: files.effects, until, write });
  const crowding = Promise.all([crowd.run(), outsiders.run()]);
  const torment = { crew, random, pace, until };
  const over = sleep(options.seconds * 1_000);
  await Promise.all([over, tormentCrew(torment), tormentStore(torment, store.faults(crew, random), write)]);
  crew.continueAll();
  await crew.allUp();
  await store.heal(crew);
  crowd.answerAll();
  await drained(store, crowd, crew);
  crowd.stop();
  outsiders.stop();
  await crowding;
  await crew.dismiss();
}

/**
 * What does not end is found by the check. Whoever still says something counts too, and is looked for first: on a busy
 * machine the first message may be taken when all is over, and a store without a run looks like one where all have ended.
 * While processes wait for a processor little patience is spent.
 */
async function drained({ database }: StoreUnderTest, crowd: Crowd, crew: Crew): Promise<void> {
  let most = 0;
  let before = { at: performance.now(), queued: queuedFromNow(crew.pids) };
  for (let patience = drainMs; patience > 0; await sleep(100)) {
    const { saying } = crowd;
    const { open, cameAbout } = await standing(database);
    if (saying + open === 0) return;
    const tookMs = performance.now() - before.at;
    patience -= Math.max(tookMs / 10, tookMs - before.queued());
    if (cameAbout > most) patience = drainMs;
    most = cameAbout;
    before = { at: performance.now(), queued: queuedFromNow(crew.pids) };
  }
}
