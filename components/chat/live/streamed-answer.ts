import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { emptyAnswer, foldChunk } from "#lib/chat/fold-chunk.ts";

/** How long a replay may stay behind what is shown before it is shown anyway. */
const patience = 500;

/**
 * The answer a stream brings. A replay starts from nothing; to keep the thread from shrinking and growing again, the
 * replay is shown only once it has caught up with what was there.
 */
export class StreamedAnswer {
  readonly #before: readonly ChatMessage[];
  #answer = emptyAnswer("");
  #goal = 0;
  #startedAt = 0;
  #started = false;
  #caughtUp = false;

  constructor(before: readonly ChatMessage[]) {
    this.#before = before;
  }

  /** The message to show, or null while there is nothing newer than what is shown already. */
  get shown(): ChatMessage | null {
    return this.#caughtUp ? this.#answer.message : null;
  }

  /** Whether there is something new to show. */
  add(chunk: ChatChunk): boolean {
    this.#answer = foldChunk(this.#answer, chunk);
    if (chunk.type === "start") {
      const { id } = this.#answer.message;
      this.#started = true;
      this.#startedAt = Date.now();
      this.#goal = weight(this.#before.find((message) => message.id === id));
      this.#caughtUp = false;
    }
    if (!this.#started) return false;
    this.#caughtUp ||=
      chunk.type === "finish" ||
      chunk.type === "abort" ||
      weight(this.#answer.message) >= this.#goal ||
      Date.now() - this.#startedAt > patience;
    return this.#caughtUp;
  }
}

/** How much a message shows: grows with text, parts and the progress of tool calls. */
function weight(message: ChatMessage | undefined): number {
  if (message === undefined) return 0;
  return message.parts.reduce((sum, part) => {
    if (part.type === "text" || part.type === "reasoning") return sum + 1 + part.text.length;
    if (part.type === "dynamic-tool") return sum + 1 + (part.state.startsWith("output") ? 2 : 0);
    return sum + 1;
  }, 0);
}
