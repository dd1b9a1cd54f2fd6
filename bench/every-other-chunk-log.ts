import { ChunkLogs as AllChunkLogs } from "#lib/agent/stream/chunk-logs.ts";

/** So many answers in a row are logged, and then so many are not. */
const inARow = Number(process.env["CHUNK_LOGS_IN_A_ROW"] ?? "1");

/** Takes the place of `lib/agent/stream/chunk-logs.ts`: logs half of the answers, so that one process shows both. */
export class ChunkLogs extends AllChunkLogs {
  #answers = 0;

  override record(...[stream, run, onLost]: Parameters<AllChunkLogs["record"]>): void {
    const isLogged = Math.floor(this.#answers / inARow) % 2 === 0;
    this.#answers += 1;
    if (isLogged) super.record(stream, run, onLost);
  }
}
