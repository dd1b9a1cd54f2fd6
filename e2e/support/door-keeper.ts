import { closeRun } from "#lib/agent/runs/close-run.ts";
import type { Asker } from "#lib/gate/contract/asker.ts";
import { claim } from "#lib/gate/run/claim.ts";
import { RunLost } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { AppProcess } from "./app-process.ts";
import { throughDoor } from "./door.ts";
import { Crashed } from "./mortal-database.ts";

const asksNobody: Asker = { put: () => {}, withdraw: () => {} };

/** Keeps the runs of a door going on one process, beside the chats that its agent keeps going. */
export class DoorKeeper {
  readonly #process: AppProcess;
  readonly #atWork = new Map<string, AbortController>();
  readonly #claiming = new Map<string, Promise<void>>();

  constructor(process: AppProcess) {
    this.#process = process;
    const { gate, kill } = process;
    const { resume } = gate;
    gate.resume = async (runId) => {
      await resume(runId);
      await this.goOn(runId).catch((error: unknown) => gate.log.error("door.not-continued", { runId, error }));
    };
    gate.database.signals.listen((signal) => {
      if (signal.type === "stopped") this.#abort(signal.runId);
    });
    process.kill = () => {
      kill();
      this.leave();
    };
  }

  get isIdle(): boolean {
    return this.#atWork.size === 0 && this.#claiming.size === 0;
  }

  /** Works on a run that this process holds. */
  work(row: RunRow): void {
    const { gate } = this.#process;
    const end = new AbortController();
    this.#atWork.set(row.id, end);
    throughDoor(gate, row, asksNobody, end.signal)
      .catch((error: unknown) => {
        if (!end.signal.aborted && !(error instanceof RunLost)) gate.log.error("door.failed", { error });
      })
      .finally(() => this.#atWork.delete(row.id))
      .catch(() => {});
  }

  /** Goes on with a run that nobody holds. */
  goOn(runId: string): Promise<void> {
    const already = this.#claiming.get(runId);
    // It may have looked before the answer that brings us here.
    if (already) return already.catch(() => {}).then(() => this.goOn(runId));
    if (this.#atWork.has(runId)) return Promise.resolve();
    const claiming = claim(this.#process.gate, runId, { hasMessages: false })
      .then((claimed) => {
        if (claimed && !claimed.onlyWaits) this.work(claimed.row);
      })
      .finally(() => this.#claiming.delete(runId));
    this.#claiming.set(runId, claiming);
    return claiming;
  }

  /** The client goes away: nothing more of its run is to happen. */
  async stop(runId: string): Promise<void> {
    await closeRun(this.#process.agent, runId, { status: "stopped", endedBy: "stop", notice: null });
    this.#abort(runId);
  }

  /** What it does in this process ends; the rows say what became of it. */
  leave(): void {
    for (const runId of this.#atWork.keys()) this.#abort(runId);
  }

  #abort(runId: string): void {
    this.#atWork.get(runId)?.abort(new Crashed("This door is closed."));
  }
}
