import { setTimeout as sleep } from "node:timers/promises";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import { RunLost, type Hold } from "#lib/store/runs/runs.ts";
import { joinedDelta } from "./joined-delta.ts";
import type { PieceWriter } from "./piece-writer.ts";

/** Each NOTIFY makes all commits of the database wait in line for a moment, so there are few. */
const flushAfterMs = 60;
/**
 * After so long without a successful write the log is given up, and other processes stop following; the answer itself
 * goes on.
 */
const mostWaiting = 20_000;
/** How long the last chunks are tried again once the answer has ended. */
const lastWordsMs = 5_000;
const longestPauseMs = 1_000;

type Options = { writer: PieceWriter; log: Log; hold: Hold; onLost: (error: RunLost) => void };

/**
 * Writes the chunks of an answer to the store for the other processes, a few times a second. Takes chunks at once: the
 * answer neither waits for its log nor fails with it. What one claim wrote begins with `start`.
 */
export class ChunkLog {
  readonly #options: Options;
  /** What the next piece will hold. */
  #waiting: ChatChunk[] = [];
  #seq = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  #isOver = false;
  #endsAt = Infinity;
  readonly #ended = Promise.withResolvers<void>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when everything is written, or nothing will be any more. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  add(chunk: ChatChunk): void {
    if (this.#isOver) return;
    const last = this.#waiting.at(-1);
    const joined = last === undefined ? null : joinedDelta(last, chunk);
    if (joined === null) this.#push(chunk);
    else this.#waiting[this.#waiting.length - 1] = joined;
    if (this.#waiting.length > mostWaiting) return this.#giveUp(new Error("The store has taken nothing for too long."));
    this.#timer ??= setTimeout(() => void this.#write(), flushAfterMs);
  }

  /** Nothing more comes: what waits is written now. */
  end(): void {
    this.#endsAt = Math.min(this.#endsAt, performance.now() + lastWordsMs);
    clearTimeout(this.#timer);
    void this.#write();
  }

  /** Nothing more is written, because this process let go of the run. */
  drop(): void {
    this.#isOver = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
    this.#ended.resolve();
  }

  /** Of a call's progress only the latest matters. */
  #push(chunk: ChatChunk): void {
    const earlier =
      chunk.type === "data-progress"
        ? this.#waiting.findLastIndex((each) => each.type === chunk.type && each.id === chunk.id)
        : -1;
    if (earlier < 0) this.#waiting.push(chunk);
    else this.#waiting[earlier] = chunk;
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return;
    this.#isWriting = true;
    do await this.#writePiece();
    while (this.#endsAt < Infinity && this.#waiting.length > 0);
    this.#isWriting = false;
    this.#timer = undefined;
    if (this.#endsAt < Infinity) this.drop();
    else if (this.#waiting.length > 0) this.#timer = setTimeout(() => void this.#write(), flushAfterMs);
  }

  /** One piece, tried until it is written: it must not change once it was sent, for it may have arrived. */
  async #writePiece(): Promise<void> {
    const { writer, hold, onLost } = this.#options;
    if (this.#isOver || this.#waiting.length === 0) return;
    const chunks_json = JSON.stringify(this.#waiting);
    this.#waiting = [];
    this.#seq += 1;
    const piece = { run_id: hold.runId, fence: hold.fence, seq: this.#seq, chunks_json };
    for (let pause = flushAfterMs; !this.#isOver; pause = Math.min(longestPauseMs, 2 * pause)) {
      try {
        if ((await writer.append(piece)) || this.#isOver) return;
        this.drop();
        return onLost(new RunLost(`Run ${hold.runId} is no longer held under fence ${hold.fence}.`));
      } catch (error) {
        if (performance.now() > this.#endsAt) return this.#giveUp(error);
        await sleep(pause);
      }
    }
  }

  #giveUp(error: unknown): void {
    if (this.#isOver) return;
    this.#options.log.warn("chunks.given-up", { runId: this.#options.hold.runId, error });
    this.drop();
  }
}
