import { setTimeout as sleep } from "node:timers/promises";
import type { HistoryEvent } from "./history.ts";
import { queuedForCpu } from "./queued-for-cpu.ts";
import type { Random } from "./random.ts";
import { WorkerProcess } from "./worker-process.ts";
import type { WorkerConfig } from "./worker-config.ts";

type Options = {
  /** What the worker in each place is told, but for its name. */
  places: readonly Omit<WorkerConfig, "name">[];
  root: string;
  logFile: string;
  /** Notes when a process hardly gets to run, which excuses that it loses what it holds. */
  noticeStarving: boolean;
  write: (event: HistoryEvent) => void;
};

const lookEveryMs = 500;
/** A process that waits for so much of that time for a processor renews nothing in time. */
const starvingMs = 200;

/** The processes of a run. For each one that goes another comes, until the crew is dismissed. */
export class Crew {
  readonly #workers: WorkerProcess[] = [];
  readonly #options: Options;
  #generation = 0;
  #dismissed = false;
  #startMs = 0;
  readonly #keeping: Promise<void>[];
  readonly #looking: NodeJS.Timeout | undefined;
  readonly #queued = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
    this.#keeping = options.places.map((_, place) => this.#keep(place));
    if (options.noticeStarving) this.#looking = setInterval(() => this.#noticeStarving(), lookEveryMs);
  }

  get up(): WorkerProcess[] {
    return this.#workers.filter((worker) => worker.isUp);
  }

  get size(): number {
    return this.#options.places.length;
  }

  /** Of all that are there, also of those that are paused: one may wait for a lock that another holds. */
  get pids(): number[] {
    return this.#workers.flatMap(({ pid, isGone }) => (pid === null || isGone ? [] : [pid]));
  }

  /** How long the last of them that came up took to start. */
  get startMs(): number {
    return this.#startMs;
  }

  nameAt(place: number): string | null {
    return this.#workers[place]?.name ?? null;
  }

  /** One that can be asked. Where there is none, people look again from time to time, not all in one moment. */
  async anyUp(random: Random): Promise<WorkerProcess> {
    for (;;) {
      const worker = random.pick(this.up);
      if (worker) return worker;
      await sleep(random.between(20, 1_500));
    }
  }

  async allUp(): Promise<void> {
    while (this.up.length < this.size) await sleep(20);
  }

  continueAll(): void {
    for (const worker of this.#workers) worker.continue();
  }

  /** Asks all to end; those that do not, within the time that the app gives itself, are killed. */
  async dismiss(): Promise<void> {
    this.#dismissed = true;
    this.continueAll();
    for (const worker of this.#workers) if (!worker.isGone) worker.terminate();
    const late = setTimeout(() => this.#workers.forEach((worker) => worker.kill()), 12_000);
    await Promise.all(this.#keeping);
    clearTimeout(late);
    clearInterval(this.#looking);
  }

  #noticeStarving(): void {
    for (const { name, pid } of this.up) {
      if (pid === null) continue;
      const queued = queuedForCpu(pid);
      const before = this.#queued.get(name) ?? queued;
      this.#queued.set(name, queued);
      if (queued - before < starvingMs) continue;
      this.#options.write({ kind: "worker", at: Date.now(), worker: name, event: "stalled" });
    }
  }

  async #keep(place: number): Promise<void> {
    const { places, root, logFile, write } = this.#options;
    while (!this.#dismissed) {
      const config = places[place];
      if (!config) throw new Error(`There is no place ${place}.`);
      this.#generation += 1;
      const name = `w${place}-${this.#generation}`;
      const worker = new WorkerProcess({ config: { ...config, name }, root, logFile, write });
      this.#workers[place] = worker;
      const startedAt = performance.now();
      // One that finds no store ends at once; a supervisor would not start it in a circle without a breath either.
      if (await worker.ready()) this.#startMs = performance.now() - startedAt;
      else await sleep(200);
      await worker.exited;
    }
  }
}
