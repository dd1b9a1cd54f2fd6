import type { Log } from "#lib/gate/contract/gate.ts";
import { deleteOldChunks } from "#lib/store/runs/chunks.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { RunLost } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { AnswerStream } from "./answer-stream.ts";
import { ChunkLog } from "./chunk-log.ts";
import { PieceWriter } from "./piece-writer.ts";

/** How long the pieces of an ended answer stay, so that followers see its end. */
const endedMs = 5_000;

/**
 * The logs of the answers that this process writes. With SQLite there are none: one process serves the file, and every
 * watcher watches in that process's memory.
 */
export class ChunkLogs {
  readonly #database: Database;
  readonly #log: Log;
  readonly #writer: PieceWriter;
  readonly #open = new Set<ChunkLog>();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#writer = new PieceWriter(database);
  }

  /** From now on everything in the stream, from its `start` on, is logged for the other processes. */
  record(
    stream: AnswerStream,
    { id: runId, fence }: Pick<RunRow, "id" | "fence">,
    onLost: (error: RunLost) => void,
  ): void {
    if (this.#database.dialect === "sqlite") return;
    const log = new ChunkLog({ writer: this.#writer, log: this.#log, hold: { runId, fence }, onLost });
    this.#open.add(log);
    void log.ended.finally(() => this.#open.delete(log));
    stream.record(log);
  }

  /** Deletes the pieces that nobody needs. */
  async sweep(): Promise<void> {
    if (this.#database.dialect === "sqlite") return;
    await deleteOldChunks(this.#database, { endedMs });
  }

  /** Resolves when the last chunks of all ended answers are written. Call it when every run has left memory. */
  async settled(): Promise<void> {
    await Promise.all([...this.#open].map(({ ended }) => ended));
  }
}
