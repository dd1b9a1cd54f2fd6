import { createHash } from "node:crypto";
import type { ChatChunk } from "#lib/chat/chat-message.ts";

/**
 * Keeps tool call ids unique within a chat. Some models count from `call_1` in every step; a second call under a known
 * id would overwrite the first one's card, or take an answer that was meant for it. An id that is no short plain text
 * is replaced: it is a key in the store, and in requests. Several models at work on one chat share the ids in use, each
 * through an object made from another's.
 */
export class ToolCallIds {
  readonly #used: Set<string>;
  /** Id → where the search for its next form goes on: to begin anew each time is quadratic (G26). */
  readonly #next: Map<string, number>;
  /** Id of the model in this step → ours. */
  readonly #current = new Map<string, string>();

  constructor(used: Iterable<string> | ToolCallIds) {
    this.#used = used instanceof ToolCallIds ? used.#used : new Set(used);
    this.#next = used instanceof ToolCallIds ? used.#next : new Map();
  }

  /** Forgets the step's aliases; the ids stay used. */
  nextStep(): void {
    this.#current.clear();
  }

  unique(chunk: ChatChunk): ChatChunk {
    if (!("toolCallId" in chunk) || chunk.toolCallId === undefined) return chunk;
    const begins = chunk.type === "tool-input-start" || !this.#current.has(chunk.toolCallId);
    if (begins) this.#current.set(chunk.toolCallId, this.#fresh(chunk.toolCallId));
    return { ...chunk, toolCallId: this.#current.get(chunk.toolCallId) ?? chunk.toolCallId };
  }

  #fresh(id: string): string {
    const plain = /^[!-~]{1,100}$/.test(id) ? id : `call-${hashOf(id)}`;
    let fresh = plain;
    let next = this.#next.get(plain) ?? 2;
    for (; this.#used.has(fresh); next += 1) fresh = `${plain}-${next}`;
    this.#next.set(plain, next);
    this.#used.add(fresh);
    return fresh;
  }
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 22);
}
