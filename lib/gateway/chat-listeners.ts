/** Who waits in this process for changes of a chat. A hint, never the truth: whoever hears it reads the rows. */
export class ChatListeners {
  readonly #listeners = new Map<string, Set<() => void>>();

  tell(chatId: string): void {
    for (const listener of this.#listeners.get(chatId) ?? []) listener();
  }

  /** Returns the function that stops listening. */
  listen(chatId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(chatId) ?? new Set();
    this.#listeners.set(chatId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(chatId) === listeners) this.#listeners.delete(chatId);
    };
  }
}
