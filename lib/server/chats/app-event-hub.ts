import type { AppEvent } from "#lib/chat/chat-summary.ts";

export type Change = { personId: string | null; event: AppEvent };
type Listener = (change: Change) => void;

/** Tells everyone who watches that something changed; who missed it reads it at the next look. */
export class AppEventHub {
  /** By the person on whose behalf they listen; null hears what is told to anybody. */
  readonly #listeners = new Map<string | null, Set<Listener>>();

  /** A change of one person is told to those who listen for that person, one of nobody to all. */
  announce(change: Change): void {
    const { personId } = change;
    const concerned = personId === null ? [...this.#listeners.keys()] : [personId, null];
    for (const whose of concerned) for (const listener of this.#listeners.get(whose) ?? []) listener(change);
  }

  get areWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether somebody in this process would hear of this person's changes. */
  areWatchedFor(personId: string): boolean {
    return this.#listeners.has(personId) || this.#listeners.has(null);
  }

  /** Everyone who watches in this process. */
  get watchers(): string[] {
    return [...this.#listeners.keys()].filter((personId) => personId !== null);
  }

  /** Returns the way to stop listening. */
  listen(listener: Listener, personId: string | null = null): () => void {
    const listeners = this.#listeners.get(personId) ?? new Set();
    this.#listeners.set(personId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(personId) === listeners) this.#listeners.delete(personId);
    };
  }
}
