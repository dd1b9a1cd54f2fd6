import type { ChatChunk, RunState } from "#lib/chat/chat-message.ts";
import { joinedDelta } from "./joined-delta.ts";

/** Records a stream elsewhere. It never delays the stream. */
export type Recorder = {
  add: (chunk: ChatChunk) => void;
  /** The stream has ended. */
  end: () => void;
  /** The stream goes on without being recorded. */
  drop: () => void;
};

/** A subscriber that leaves this many chunks unread beside its replay is cut off; it reconnects and gets a new one. */
const mostUnread = 10_000;

/** A delta goes out at once; what follows it within this time follows as one. */
const togetherMs = 16;

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
  /** Deltas that the subscribers have not got yet, as one. Only while the pause lasts. */
  #held: ChatChunk | null = null;
  #pause: NodeJS.Timeout | undefined;
  #ended = false;
  #state: RunState | null = null;
  #recorder: Recorder | null = null;

  /** `replay` is what a client must see first, beginning with `start`. */
  constructor(replay: ChatChunk[]) {
    this.#log = replay;
  }

  write(chunk: ChatChunk): void {
    if (this.#ended) return;
    this.#remember(chunk);
    this.#recorder?.add(chunk);
    if (this.#subscribers.size === 0) return;
    const isDelta = chunk.type.endsWith("-delta");
    const joined = this.#held === null ? chunk : joinedDelta(this.#held, chunk);
    if (isDelta && this.#pause !== undefined && joined !== null) {
      this.#held = joined;
      return;
    }
    this.#release();
    this.#send(chunk);
    if (isDelta) this.#pause = setTimeout(() => this.#afterPause(), togetherMs);
  }

  /** Says whether the run works or waits. Not part of the message; a client that joins later hears the latest. */
  writeState(state: RunState): void {
    if (this.#state?.status === state.status && this.#state.resumesAt === state.resumesAt) return;
    this.#state = state;
    const chunk = stateChunk(state);
    this.#recorder?.add(chunk);
    this.#release();
    this.#send(chunk);
  }

  /** From now on everything is recorded, and first of all the replay. */
  record(recorder: Recorder): void {
    this.stopRecording();
    this.#recorder = recorder;
    for (const chunk of this.#log) recorder.add(chunk);
    if (this.#state) recorder.add(stateChunk(this.#state));
    if (this.#ended) recorder.end();
  }

  stopRecording(): void {
    this.#recorder?.drop();
    this.#recorder = null;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#recorder?.end();
    this.#release();
    for (const subscriber of this.#subscribers.keys()) subscriber.close();
    this.#subscribers.clear();
  }

  /** Everything so far, then live until the run ends. Cancelling it leaves the run alone. */
  join(): ReadableStream<ChatChunk> {
    let mine: ReadableStreamDefaultController<ChatChunk> | null = null;
    return new ReadableStream<ChatChunk>({
      start: (controller) => {
        // The log has it already.
        this.#release();
        for (const chunk of this.#log) controller.enqueue(chunk);
        if (this.#state) controller.enqueue(stateChunk(this.#state));
        if (this.#ended) return controller.close();
        mine = controller;
        this.#subscribers.set(controller, this.#log.length + mostUnread);
      },
      cancel: () => {
        if (mine) this.#subscribers.delete(mine);
      },
    });
  }

  /** What a client that joins now sees first. */
  get replay(): readonly ChatChunk[] {
    return this.#log;
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

  #send(chunk: ChatChunk): void {
    for (const [subscriber, most] of this.#subscribers) {
      if ((subscriber.desiredSize ?? 0) < -most) this.#drop(subscriber);
      else subscriber.enqueue(chunk);
    }
  }

  #afterPause(): void {
    const goesOn = this.#held !== null;
    this.#release();
    if (goesOn) this.#pause = setTimeout(() => this.#afterPause(), togetherMs);
  }

  /** Ends the pause: what is held goes out. */
  #release(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    if (this.#held !== null) this.#send(this.#held);
    this.#held = null;
  }

  #drop(subscriber: ReadableStreamDefaultController<ChatChunk>): void {
    this.#subscribers.delete(subscriber);
    subscriber.error(new Error("This client reads too slowly."));
  }
}

function stateChunk(data: RunState): ChatChunk {
  return { type: "data-run", data, transient: true };
}
