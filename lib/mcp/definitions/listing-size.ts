import type { JSONRPCMessage } from "@modelcontextprotocol/client";

const maxTools = 2_000;
const maxLength = 8 * 1024 * 1024;

/** Adds up the pages of a tool list, each before the SDK parses it, because a list may be endless. */
export class ListingSize {
  #tools = 0;
  #length = 0;

  /** Why reading stops, as a sentence; null to go on. */
  add(message: JSONRPCMessage): string | null {
    if (!("result" in message)) return null;
    const { tools, nextCursor } = message.result as { tools?: unknown; nextCursor?: unknown };
    if (!Array.isArray(tools)) return null;
    this.#tools += tools.length;
    if (this.#tools > maxTools) return `Its list of tools is too long: more than ${maxTools}.`;
    // The limit of a message bounds a single page.
    if (nextCursor !== undefined || this.#length > 0) this.#length += JSON.stringify(tools).length;
    return this.#length > maxLength ? `Its list of tools is larger than ${maxLength / 1024 / 1024} MB.` : null;
  }
}
