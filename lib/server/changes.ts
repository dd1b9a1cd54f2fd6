import type { AppEvent } from "#lib/chat/chat-summary.ts";

export type Change = { personId: string | null; event: AppEvent };

/** Tells everyone who watches that something changed; who missed it reads it at the next look. */
export class Changes {
  readonly #listeners = new Set<(change: Change) => void>();

  announce(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  get areWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the way to stop listening. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
