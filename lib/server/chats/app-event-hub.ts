import type { AppEvent } from "#lib/chat/chat-summary.ts";

export type AddressedEvent = { personId: string | null; event: AppEvent };
type Listener = (change: AddressedEvent) => void;

/** Announces changes to all watchers of this process. A lost one shows at their next read. */
export class AppEventHub {
  /** Listeners by person; those under null hear announcements to everybody. */
  readonly #listeners = new Map<string | null, Set<Listener>>();

  /** A change of one person goes to that person's listeners, one without a person to all. */
  announce(change: AddressedEvent): void {
    const { personId } = change;
    const concerned = personId === null ? [...this.#listeners.keys()] : [personId, null];
    for (const whose of concerned) for (const listener of this.#listeners.get(whose) ?? []) listener(change);
  }

  get areWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether somebody in this process watches this person's changes. */
  areWatchedFor(personId: string): boolean {
    return this.#listeners.has(personId) || this.#listeners.has(null);
  }

  get watchers(): string[] {
    return [...this.#listeners.keys()].filter((personId) => personId !== null);
  }

  /** Returns the function that stops listening. */
  listen(listener: Listener, personId: string | null = null): () => void {
    const listeners = this.#listeners.get(personId) ?? new Set();
    this.#listeners.set(personId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(personId) === listeners) this.#listeners.delete(personId);
    };
  }
}
