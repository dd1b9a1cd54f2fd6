import { MessageMeter } from "./message-meter.ts";
import { MessageOutline, type Outlined } from "./message-outline.ts";

/** A line that is too expensive to parse: why, and what kind of message it is; null when it is none. */
export type Unread = { problem: string; was: Outlined | null };

/** Reading stops at a longer line: it may have no end. */
const maxSkippedBytes = 32 * 1024 * 1024;

/** Splits a stream of bytes into lines without copying the unfinished one again and again. */
export class LineReader {
  readonly #meter: MessageMeter;
  #pieces: Buffer[] = [];
  /** The outline of the present line, where its bytes are not kept. */
  #outline: MessageOutline | null = null;

  constructor(maxBytes: number) {
    this.#meter = new MessageMeter(maxBytes);
  }

  /** Why reading should stop: a line does not end. */
  get problem(): string | null {
    const isEndless = this.#outline !== null && this.#outline.bytes > maxSkippedBytes;
    return isEndless ? `larger than ${maxSkippedBytes / 1024 / 1024} MB` : null;
  }

  /** How many values came since this was asked the last time. */
  takeValues(): number {
    return this.#meter.takeValues();
  }

  /** The lines that end in the chunk. */
  *read(chunk: Buffer): Generator<string | Unread> {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      from = end + 1;
      yield this.#taken();
    }
    this.#keep(chunk.subarray(from));
  }

  #taken(): string | Unread {
    const { problem } = this.#meter;
    const line =
      problem === null
        ? Buffer.concat(this.#pieces).toString("utf8").replace(/\r$/, "")
        : { problem, was: this.#outline?.outlined() ?? null };
    this.#pieces = [];
    this.#outline = null;
    this.#meter.next();
    return line;
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    if (this.#outline !== null) return this.#outline.read(piece);
    this.#meter.read(piece);
    this.#pieces.push(piece);
    if (this.#meter.problem === null) return;
    this.#outline = new MessageOutline();
    for (const kept of this.#pieces) this.#outline.read(kept);
    this.#pieces = [];
  }
}
