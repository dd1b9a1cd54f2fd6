import type { Signal, Signals } from "#lib/store/signals.ts";

/** Signals between the processes of one test, in memory and at once; `lose` makes them go nowhere. */
export class TestSignals {
  readonly #listeners = new Map<Signals, Set<(signal: Signal) => void>>();
  #isLosing = false;

  /** What one more process tells and hears. */
  join(): Signals {
    const mine = new Set<(signal: Signal) => void>();
    const signals: Signals = {
      send: (signal) => this.#tell(signals, signal),
      sendWith: async (_trx, signal) => {
        // After the transaction: a hint that comes before the commit would find nothing.
        setTimeout(() => this.#tell(signals, signal), 5);
      },
      listen: (listener) => {
        mine.add(listener);
        return () => mine.delete(listener);
      },
      isListening: () => !this.#isLosing,
    };
    this.#listeners.set(signals, mine);
    return signals;
  }

  lose(): void {
    this.#isLosing = true;
  }

  #tell(from: Signals, signal: Signal): void {
    if (this.#isLosing) return;
    for (const [to, listeners] of this.#listeners) {
      if (to !== from) for (const listener of listeners) listener(structuredClone(signal));
    }
  }
}
