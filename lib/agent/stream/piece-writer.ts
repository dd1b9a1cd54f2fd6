import { appendChunks } from "#lib/store/runs/chunks.ts";
import { forEverybody } from "#lib/store/engine/fair-turns.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ChunkRow } from "#lib/store/schema/schema.ts";

/**
 * Upper bounds of one statement, in pieces and in characters; each piece is a few words, seldom more. What takes longer
 * than a statement may would keep all others from being written, too.
 */
const mostTogether = { pieces: 200, characters: 1_000_000 };

type Waiting = PromiseWithResolvers<boolean> & { piece: ChunkRow };

/**
 * Writes the pieces of all answers of a process, one statement at a time: pieces that come during one go into the next.
 * So a hundred answers at once cost the store what one does, and never more than one of its connections.
 */
export class PieceWriter {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** False when the piece's claim does not hold the run any more. Rejects when the store could not take it. */
  append(piece: ChunkRow): Promise<boolean> {
    const waiting = { ...Promise.withResolvers<boolean>(), piece };
    this.#waiting.push(waiting);
    if (!this.#isWriting) void forEverybody(() => this.#writeAll());
    return waiting.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting.splice(0, this.#countTogether());
      try {
        const pieces = together.map(({ piece }) => piece);
        const areThere = await appendChunks(this.#database, pieces);
        for (const [index, { piece, resolve }] of together.entries()) {
          resolve(areThere[index] === true);
          if (areThere[index]) this.#database.signals.send({ type: "chunks", runId: piece.run_id });
        }
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** How many of those that wait longest go into one statement; one does, however long it is. */
  #countTogether(): number {
    let characters = 0;
    const over = this.#waiting.slice(0, mostTogether.pieces).findIndex(({ piece }) => {
      characters += piece.chunks_json.length;
      return characters > mostTogether.characters;
    });
    return over < 0 ? mostTogether.pieces : Math.max(1, over);
  }
}
