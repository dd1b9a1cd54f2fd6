import type { ChatChunk, RunState } from "#lib/chat/chat-message.ts";

/** A subscriber that falls this many chunks behind is cut off; it reconnects and gets a short replay. */
const mostUnread = 10_000;

/**
 * The answer of one run as a stream that any number of clients can join at any time: each gets everything from the
 * one `start`, then live chunks. Neighbouring text deltas are kept as one, so a replay is short.
 */
export class AnswerStream {
  #log: ChatChunk[];
  readonly #subscribers = new Set<ReadableStreamDefaultController<ChatChunk>>();
  #ended = false;
  #state: RunState | null = null;

  /** `replay` is what a client must see first, beginning with `start`. */
  constructor(replay: ChatChunk[]) {
    this.#log = replay;
  }

  write(chunk: ChatChunk): void {
    if (this.#ended) return;
    this.#remember(chunk);
    for (const subscriber of this.#subscribers) {
      if ((subscriber.desiredSize ?? 0) < -mostUnread) this.#drop(subscriber);
      else subscriber.enqueue(chunk);
    }
  }

  /** Says whether the run works or waits. Not part of the message; a client that joins later hears the latest. */
  writeState(state: RunState): void {
    if (this.#state?.status === state.status) return;
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber.enqueue({ type: "data-run", data: state, transient: true });
  }

  end(): void {
    this.#ended = true;
    for (const subscriber of this.#subscribers) subscriber.close();
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
        this.#subscribers.add(controller);
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
    if (
      (chunk.type === "text-delta" || chunk.type === "reasoning-delta") &&
      last?.type === chunk.type &&
      last.id === chunk.id
    ) {
      this.#log[this.#log.length - 1] = { ...last, delta: last.delta + chunk.delta };
      return;
    }
    this.#log.push(chunk);
  }

  #drop(subscriber: ReadableStreamDefaultController<ChatChunk>): void {
    this.#subscribers.delete(subscriber);
    subscriber.error(new Error("This client reads too slowly."));
  }
}
