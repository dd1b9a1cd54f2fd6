import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { HistoryEvent, WorkerEvent } from "./history.ts";
import type { WorkerConfig, WorkerSays } from "./worker-config.ts";

type Options = {
  config: WorkerConfig;
  /** Folder of the sources that it runs: ours, or a copy with something wrong in it. */
  root: string;
  logFile: string;
  write: (event: HistoryEvent) => void;
};

/** None outlives whoever torments them, not even one that is paused. */
const living = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

type State = "starting" | "up" | "paused" | "ending" | "gone";

/** One worker, as whoever torments it sees it. */
export class WorkerProcess {
  readonly name: string;
  readonly port: number;
  readonly exited: Promise<void>;
  #state: State = "starting";
  /** Grows with everything that is done to it, so that a request knows whether it was disturbed. */
  disturbances = 0;
  readonly #child: ChildProcess;
  readonly #write: Options["write"];

  constructor({ config, root, logFile, write }: Options) {
    this.name = config.name;
    this.port = config.port;
    this.#write = write;
    const program = path.join(root, "e2e/chaos/worker.ts");
    this.#child = spawn(process.execPath, [program, JSON.stringify(config)], {
      stdio: ["ignore", "pipe", "pipe"],
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/chaos"), NODE_ENV: "production" },
    });
    living.add(this.#child);
    const log = createWriteStream(logFile, { flags: "a" });
    this.#child.stderr?.pipe(log);
    if (this.#child.stdout) createInterface(this.#child.stdout).on("line", (line) => this.#hear(line));
    this.exited = once(this.#child, "exit").then(() => this.#gone());
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  get isUp(): boolean {
    return this.#state === "up";
  }

  get isGone(): boolean {
    return this.#state === "gone";
  }

  /** Resolves to false when it ended before it was ready. */
  async ready(): Promise<boolean> {
    while (this.#state === "starting")
      await Promise.race([once(this.#child.stdout ?? this.#child, "data"), this.exited]);
    return this.#state !== "gone";
  }

  kill(): void {
    if (this.isGone) return;
    this.#done("killed", "ending");
    this.#child.kill("SIGKILL");
  }

  terminate(): void {
    if (this.isGone) return;
    this.#done("terminated", "ending");
    this.#child.kill("SIGTERM");
  }

  pause(): void {
    this.#done("paused", "paused");
    this.#child.kill("SIGSTOP");
  }

  continue(): void {
    if (this.#state !== "paused") return;
    this.#child.kill("SIGCONT");
    this.#done("continued", "up");
  }

  #done(event: WorkerEvent, state: State): void {
    this.disturbances += 1;
    this.#state = state;
    this.#write({ kind: "worker", at: Date.now(), worker: this.name, event });
  }

  #hear(line: string): void {
    // Written by worker.ts alone.
    const said = JSON.parse(line) as WorkerSays;
    if ("ready" in said) {
      if (this.#state !== "starting") return;
      this.#state = "up";
      this.#write({ kind: "worker", at: Date.now(), worker: this.name, event: "ready" });
    } else if (this.#state === "up") {
      // Not a disturbance that excuses a late answer, but one that excuses a lost lease.
      this.#write({ kind: "worker", at: Date.now(), worker: this.name, event: "stalled" });
    }
  }

  #gone(): void {
    living.delete(this.#child);
    const asked = this.#state === "ending";
    // One that never got ready found no store; whoever started it tries again.
    const event = asked || this.#state === "starting" ? "ended" : "died";
    this.#done(event, "gone");
  }
}
