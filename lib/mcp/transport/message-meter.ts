/** What parsing a message costs grows with the values in it far more than with its bytes. */
const maxValues = 100_000;
/** Only revision 2025-03-26 had answers of several messages; each is parsed at once and costs more than a value. */
const maxValuesOfBatch = 2_000;

/** Each piece that arrives is kept until the message is whole, and costs hundreds of bytes however small it is. */
const maxPieces = 100_000;

const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;
const backslash = 92;
const openBracket = 91;
/** What stands before or between JSON values. */
const marks = new Uint8Array(256);
for (const mark of ",:[{") marks[mark.charCodeAt(0)] = 1;

/**
 * Measures JSON messages while their bytes arrive, before anybody parses them: where a line or an event ends, and
 * whether one holds too many values.
 */
export class MessageMeter {
  #bytes = 0;
  #pieces = 0;
  #values = 0;
  #maxValues = maxValues;
  #isInString = false;
  #isEscaped = false;
  #isLineEmpty = true;
  #afterReturn = false;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Why the message that is being read is too much to be parsed; null while it is not. */
  get problem(): string | null {
    if (this.#bytes > this.#maxBytes) return `larger than ${this.#maxBytes / 1024 / 1024} MB`;
    if (this.#pieces > maxPieces) return `sent in more than ${maxPieces} pieces`;
    return this.#values > this.#maxValues ? `made of more than ${this.#maxValues} values` : null;
  }

  /** Reads on in one message. */
  read(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; at += 1) this.#value(piece[at] as number);
    this.#bytes += piece.length;
    this.#pieces += 1;
  }

  /** The message is over. */
  next(): void {
    this.#bytes = 0;
    this.#pieces = 0;
    this.#values = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  /** Reads on in an answer that is one JSON text. */
  readAnswer(piece: Uint8Array): void {
    if (this.#values === 0 && !this.#isInString) {
      // Neither white space nor the mark of UTF-8 that some put first.
      const first = piece.find((byte) => byte > 32 && byte < 128);
      if (first === openBracket) this.#maxValues = maxValuesOfBatch;
    }
    this.read(piece);
  }

  /** Reads server-sent events up to the end of the first one, and says where that is; -1 when none ends here. */
  readEvent(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      // Always there: `at` is below the length.
      const byte = piece[at] as number;
      const endsReturn = byte === lineFeed && this.#afterReturn;
      this.#afterReturn = byte === carriageReturn;
      if (endsReturn) continue;
      if (byte !== lineFeed && byte !== carriageReturn) {
        this.#isLineEmpty = false;
        this.#value(byte);
        continue;
      }
      // No string of JSON goes over a line; a comment with one quotation mark must not hide what follows.
      this.#isInString = false;
      this.#isEscaped = false;
      const endsEvent = this.#isLineEmpty;
      this.#isLineEmpty = true;
      if (!endsEvent) continue;
      this.#bytes += at + 1 - from;
      if (this.problem === null) this.next();
      return at + 1;
    }
    this.#bytes += piece.length - from;
    this.#pieces += 1;
    return -1;
  }

  #value(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === quote) this.#isInString = !this.#isInString;
    else if (!this.#isInString) this.#values += marks[byte] as number;
    else if (byte === backslash) this.#isEscaped = true;
  }
}
