import { MessageMeter } from "./message-meter.ts";

/** Splits a stream of bytes into lines without copying the unfinished one again and again. */
export class LineReader {
  readonly #meter: MessageMeter;
  #pieces: Buffer[] = [];

  constructor(maxBytes: number) {
    this.#meter = new MessageMeter(maxBytes);
  }

  /** Why reading stopped: a line is too expensive to parse. */
  get problem(): string | null {
    return this.#meter.problem;
  }

  /** The lines that end in the chunk, up to one that is too expensive to parse. */
  *read(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      if (this.problem !== null) return;
      const line = Buffer.concat(this.#pieces).toString("utf8").replace(/\r$/, "");
      this.#pieces = [];
      this.#meter.next();
      from = end + 1;
      yield line;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#meter.read(piece);
    this.#pieces.push(piece);
  }
}
