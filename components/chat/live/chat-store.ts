import type { ChatState } from "./chat-state.ts";

/** Holds the state of a chat and announces every change; a state is never changed, only replaced. */
export class ChatStore {
  readonly #listeners = new Set<() => void>();
  #state: ChatState;

  constructor(initial: ChatState) {
    this.#state = initial;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): ChatState => this.#state;

  protected get state(): ChatState {
    return this.#state;
  }

  protected set(change: Partial<ChatState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
