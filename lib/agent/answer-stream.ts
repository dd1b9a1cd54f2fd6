import type { ChatChunk, RunState } from "#lib/chat/chat-message.ts";

/** A subscriber that leaves this many chunks unread beside its replay is cut off; it reconnects and gets a new one. */
const mostUnread = 10_000;

/**
 * The answer of one run as a stream that any number of clients can join at any time: each gets everything from the
 * one `start`, then live chunks. Neighbouring deltas are kept as one, and of each call's progress the latest, so a replay
 * is short.
 */
export class AnswerStream {
  readonly #log: ChatChunk[];
  /** Where in the log the progress of a call stands, by the part's id. */
  readonly #progress = new Map<string, number>();
  /** Each with the length of its queue at which it is cut off. */
  readonly #subscribers = new Map<ReadableStreamDefaultController<ChatChunk>, number>();
  #ended = false;
  #state: RunState | null = null;

  /** `replay` is what a client must see first, beginning with `start`. */
  constructor(replay: ChatChunk[]) {
    this.#log = replay;
  }

  write(chunk: ChatChunk): void {
    if (this.#ended) return;
    this.#remember(chunk);
    for (const [subscriber, most] of this.#subscribers) {
      if ((subscriber.desiredSize ?? 0) < -most) this.#drop(subscriber);
      else subscriber.enqueue(chunk);
    }
  }

  /** Says whether the run works or waits. Not part of the message; a client that joins later hears the latest. */
  writeState(state: RunState): void {
    if (this.#state?.status === state.status) return;
    this.#state = state;
    for (const subscriber of this.#subscribers.keys())
      subscriber.enqueue({ type: "data-run", data: state, transient: true });
  }

  end(): void {
    this.#ended = true;
    for (const subscriber of this.#subscribers.keys()) subscriber.close();
    this.#subscribers.clear();
  }

  /** Everything so far, then live until the run ends. Cancelling it leaves the run alone. */
  join(): ReadableStream<ChatChunk> {
    let mine: ReadableStreamDefaultController<ChatChunk> | null = null;
    return new ReadableStream<ChatChunk>({
      start: (controller) => {
        for (const chunk of this.#log) controller.enqueue(chunk);
        if (this.#state) controller.enqueue({ type: "data-run", data: this.#state, transient: true });
        if (this.#ended) return controller.close();
        mine = controller;
        this.#subscribers.set(controller, this.#log.length + mostUnread);
      },
      cancel: () => {
        if (mine) this.#subscribers.delete(mine);
      },
    });
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  #remember(chunk: ChatChunk): void {
    const last = this.#log.at(-1);
    const joined = last === undefined ? null : joinedDelta(last, chunk);
    if (joined !== null) {
      this.#log[this.#log.length - 1] = joined;
      return;
    }
    if (chunk.type === "data-progress" && chunk.id !== undefined) {
      const at = this.#progress.get(chunk.id) ?? this.#log.length;
      this.#progress.set(chunk.id, at);
      this.#log[at] = chunk;
      return;
    }
    this.#log.push(chunk);
  }

  #drop(subscriber: ReadableStreamDefaultController<ChatChunk>): void {
    this.#subscribers.delete(subscriber);
    subscriber.error(new Error("This client reads too slowly."));
  }
}

/** Two deltas of one text or of one call's arguments as one; null for all other neighbours. */
function joinedDelta(last: ChatChunk, next: ChatChunk): ChatChunk | null {
  if (last.type === "tool-input-delta") {
    if (next.type !== last.type || next.toolCallId !== last.toolCallId) return null;
    return { ...last, inputTextDelta: last.inputTextDelta + next.inputTextDelta };
  }
  if (last.type !== "text-delta" && last.type !== "reasoning-delta") return null;
  return next.type === last.type && next.id === last.id ? { ...last, delta: last.delta + next.delta } : null;
}
