import { isJsonObject } from "#lib/untrusted/json.ts";

/** Bytes of the outermost level, without what is nested; a message of MCP has fewer. */
const maxOutline = 4_000;

const quote = 34;
const backslash = 92;

/** What a message that is not read is: an answer, or something that the other side says. */
export type Outlined = { id: string | number | null; isAnswer: boolean };

/** The outermost level of a JSON message whose bytes are not kept: enough to know which request it answers. */
export class MessageOutline {
  #bytes = 0;
  #outline: number[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  get bytes(): number {
    return this.#bytes;
  }

  read(piece: Uint8Array): void {
    this.#bytes += piece.length;
    // In variables of its own: this runs for each of millions of bytes.
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      const outside = depth;
      if (isEscaped) isEscaped = false;
      else if (byte === quote) isInString = !isInString;
      else if (isInString) isEscaped = byte === backslash;
      else if (byte === 123 || byte === 91) depth += 1;
      else if (byte === 125 || byte === 93) depth -= 1;
      if ((outside <= 1 || depth <= 1) && this.#outline.length <= maxOutline) this.#outline.push(byte);
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
  }

  /** Null when it is no message. */
  outlined(): Outlined | null {
    const message = parsed(Buffer.from(this.#outline).toString("utf8"));
    if (!isJsonObject(message)) return null;
    const { id, method } = message;
    const isId = typeof id === "string" || typeof id === "number";
    if (method === undefined && !isId) return null;
    return { id: isId ? id : null, isAnswer: method === undefined };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
