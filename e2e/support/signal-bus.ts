import type { Signal } from "#lib/store/engine/signals.ts";

type Listener = (signal: Signal) => void;

/** Carries signals between the processes of a test: soon, in order, and not to who sends them. */
export class SignalBus {
  /** As when notifications are lost on the way (G9). */
  isCut = false;
  readonly #listeners = new Set<{ of: object; listener: Listener }>();

  post(from: object, signal: Signal): void {
    if (this.isCut) return;
    setImmediate(() => {
      for (const { of, listener } of this.#listeners) if (of !== from) listener(structuredClone(signal));
    });
  }

  listen(of: object, listener: Listener): () => void {
    const entry = { of, listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }
}
