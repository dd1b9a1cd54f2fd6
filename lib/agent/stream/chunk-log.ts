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
/**
 * Characters of one piece, about. One statement holds pieces of many people's answers, and what takes the store too long
 * is tried again with them: a long text goes in several (G23: floods of one person).
 */
const longestPiece = 200_000;
const longestDelta = 50_000;
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
    let isCut: boolean;
    do isCut = await this.#writePiece();
    while ((isCut || this.#endsAt < Infinity) && this.#waiting.length > 0);
    this.#isWriting = false;
    this.#timer = undefined;
    if (this.#endsAt < Infinity) this.drop();
    else if (this.#waiting.length > 0) this.#timer = setTimeout(() => void this.#write(), flushAfterMs);
  }

  /**
   * One piece, tried until it is written: it must not change once it was sent, for it may have arrived. Resolves to whether
   * more was there than fits into one.
   */
  async #writePiece(): Promise<boolean> {
    const { writer, hold, onLost } = this.#options;
    if (this.#isOver || this.#waiting.length === 0) return false;
    const chunks_json = this.#take();
    const isCut = this.#waiting.length > 0;
    this.#seq += 1;
    const piece = { run_id: hold.runId, fence: hold.fence, seq: this.#seq, chunks_json };
    for (let pause = flushAfterMs; !this.#isOver; pause = Math.min(longestPauseMs, 2 * pause)) {
      try {
        if ((await writer.append(piece)) || this.#isOver) return isCut;
        this.drop();
        onLost(new RunLost(`Run ${hold.runId} is no longer held under fence ${hold.fence}.`));
      } catch (error) {
        if (performance.now() > this.#endsAt) this.#giveUp(error);
        else await sleep(pause);
      }
    }
    return false;
  }

  /** Takes the first chunks that wait, as JSON: as many as make one piece. */
  #take(): string {
    const taken: string[] = [];
    let length = 0;
    let at = 0;
    while (length < longestPiece) {
      const next = this.#waiting[at];
      if (next === undefined) break;
      const [first, rest] = cutDelta(next, longestDelta);
      if (rest === null) at += 1;
      else this.#waiting[at] = rest;
      const json = JSON.stringify(first);
      taken.push(json);
      length += json.length;
    }
    this.#waiting = this.#waiting.slice(at);
    return `[${taken.join(",")}]`;
  }

  #giveUp(error: unknown): void {
    if (this.#isOver) return;
    this.#options.log.warn("chunks.given-up", { runId: this.#options.hold.runId, error });
    this.drop();
  }
}

/** The beginning of a chunk, and the rest of it: null for all but a delta of more than `most` characters. */
function cutDelta(chunk: ChatChunk, most: number): [first: ChatChunk, rest: ChatChunk | null] {
  if (chunk.type === "tool-input-delta") {
    const { inputTextDelta: text } = chunk;
    if (text.length <= most) return [chunk, null];
    return [
      { ...chunk, inputTextDelta: text.slice(0, most) },
      { ...chunk, inputTextDelta: text.slice(most) },
    ];
  }
  if ((chunk.type !== "text-delta" && chunk.type !== "reasoning-delta") || chunk.delta.length <= most)
    return [chunk, null];
  return [
    { ...chunk, delta: chunk.delta.slice(0, most) },
    { ...chunk, delta: chunk.delta.slice(most) },
  ];
}
