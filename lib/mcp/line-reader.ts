/** Cuts a stream of bytes into lines without copying the unfinished one again and again. */
export class LineReader {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that end in the chunk, or null when one of them is too long. */
  read(chunk: Buffer): string[] | null {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      if (!this.#keep(chunk.subarray(from, end))) return null;
      lines.push(Buffer.concat(this.#pieces, this.#bytes).toString("utf8").replace(/\r$/, ""));
      this.#pieces = [];
      this.#bytes = 0;
      from = end + 1;
    }
    return this.#keep(chunk.subarray(from)) ? lines : null;
  }

  #keep(piece: Buffer): boolean {
    this.#bytes += piece.length;
    if (piece.length > 0) this.#pieces.push(piece);
    return this.#bytes <= this.#maxBytes;
  }
}
