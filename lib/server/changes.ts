import type { AppEvent } from "#lib/chat/chat-summary.ts";

export type Change = { personId: string | null; event: AppEvent };
type Listener = (change: Change) => void;

/** Tells everyone who watches that something changed; who missed it reads it at the next look. */
export class Changes {
  /** Each with the person on whose behalf it listens; null hears for everybody. */
  readonly #listeners = new Map<Listener, string | null>();

  announce(change: Change): void {
    for (const listener of this.#listeners.keys()) listener(change);
  }

  get areWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Everyone who watches in this process. */
  get watchers(): string[] {
    return [...new Set(this.#listeners.values())].filter((personId) => personId !== null);
  }

  /** Returns the way to stop listening. A listener hears everything, and passes on what is its person's business. */
  listen(listener: Listener, personId: string | null = null): () => void {
    this.#listeners.set(listener, personId);
    return () => this.#listeners.delete(listener);
  }
}
