import { EventLine } from "#lib/untrusted/event-line.ts";

/** The cost of parsing grows with the number of values far more than with bytes. */
const maxValues = 100_000;
/** Only revision 2025-03-26 has batches; each message of one is parsed at once and costs more than a value. */
const maxValuesOfBatch = 2_000;

/** Each chunk is kept until the message is whole, and costs hundreds of bytes however small it is. */
const maxPieces = 100_000;

const lineFeed = 10;
const quote = 34;
const backslash = 92;
const comma = 44;
const openBracket = 91;
/** Bytes that precede a JSON value. */
const marks = new Uint8Array(256);
for (const mark of ",:[{") marks[mark.charCodeAt(0)] = 1;
/** How far a byte leads into nested values or out of them. */
const depths = new Int8Array(256);
for (const mark of "[{") depths[mark.charCodeAt(0)] = 1;
for (const mark of "]}") depths[mark.charCodeAt(0)] = -1;

/**
 * Measures JSON messages while their bytes arrive, before they are parsed: where a line or an event ends, and whether
 * one holds too many values.
 */
export class MessageMeter {
  #bytes = 0;
  #pieces = 0;
  #values = 0;
  /** Values of the messages before the present one. */
  #valuesBefore = 0;
  #maxValues = maxValues;
  #depth = 0;
  /** Commas between the values of the outermost object or list. */
  #outerCommas = 0;
  #isInString = false;
  #isEscaped = false;
  readonly #line = new EventLine();
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Why the present message is too expensive to parse; null while it is not. */
  get problem(): string | null {
    if (this.#bytes > this.#maxBytes) return `larger than ${this.#maxBytes / 1024 / 1024} MB`;
    if (this.#pieces > maxPieces) return `sent in more than ${maxPieces} pieces`;
    return this.#values > this.#maxValues ? `made of more than ${this.#maxValues} values` : null;
  }

  /** How many values came since this was asked the last time. */
  takeValues(): number {
    const came = this.#valuesBefore + this.#values;
    this.#valuesBefore = -this.#values;
    return came;
  }

  /** Measures a further piece of one message. */
  read(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; at += 1) this.#value(piece[at] as number);
    this.#bytes += piece.length;
    this.#pieces += 1;
  }

  /** The message is over. */
  next(): void {
    this.#bytes = 0;
    this.#pieces = 0;
    this.#valuesBefore += this.#values;
    this.#values = 0;
    this.#depth = 0;
    this.#outerCommas = 0;
    this.#isInString = false;
    this.#isEscaped = false;
  }

  /**
   * Measures a further piece of an answer that is one JSON text. Returns how many more messages of a batch begin in it,
   * after the first.
   */
  readAnswer(piece: Uint8Array): number {
    if (this.#values === 0 && !this.#isInString) {
      // Skips white space and the UTF-8 byte order mark that some servers send.
      const first = piece.find((byte) => byte > 32 && byte < 128);
      if (first === openBracket) this.#maxValues = maxValuesOfBatch;
    }
    const before = this.#outerCommas;
    this.read(piece);
    return this.#maxValues === maxValuesOfBatch ? this.#outerCommas - before : 0;
  }

  /**
   * Measures server-sent events, of which each line ends with a line feed, up to the end of the first one, or of a line that is no field of one: the parser makes
   * an error of each. Returns its position; -1 when none ends here.
   */
  readEvent(piece: Uint8Array, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      // Never undefined: `at` is below the length.
      const byte = piece[at] as number;
      if (byte !== lineFeed) {
        this.#line.read(byte);
        this.#value(byte);
        continue;
      }
      // A JSON string never contains a line break; a comment with one quotation mark must not hide what follows.
      this.#isInString = false;
      this.#isEscaped = false;
      const line = this.#line.end();
      if (line === "known") continue;
      this.#bytes += at + 1 - from;
      if (line === "empty" && this.problem === null) this.next();
      return at + 1;
    }
    this.#bytes += piece.length - from;
    this.#pieces += 1;
    return -1;
  }

  #value(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === quote) this.#isInString = !this.#isInString;
    else if (this.#isInString) this.#isEscaped = byte === backslash;
    else {
      this.#values += marks[byte] as number;
      this.#depth += depths[byte] as number;
      if (byte === comma && this.#depth === 1) this.#outerCommas += 1;
    }
  }
}
