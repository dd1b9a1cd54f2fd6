import { isJsonObject } from "#lib/untrusted/json.ts";

/** More beside what is nested is no message of MCP. */
const maxOutline = 4_000;

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
    for (const byte of piece) {
      const outside = this.#depth;
      this.#follow(byte);
      if (Math.min(outside, this.#depth) <= 1 && this.#outline.length <= maxOutline) this.#outline.push(byte);
    }
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

  #follow(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === 34) this.#isInString = !this.#isInString;
    else if (this.#isInString) this.#isEscaped = byte === 92;
    else if (byte === 123 || byte === 91) this.#depth += 1;
    else if (byte === 125 || byte === 93) this.#depth -= 1;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
