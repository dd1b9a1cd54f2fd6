export type NamedGates = {
  /** Waits until the gate is open; rejects with the signal's reason when that aborts first. */
  pass: (name: string, signal?: AbortSignal) => Promise<void>;
  /** Opens it for good. */
  open: (name: string) => void;
  /** Resolves when somebody waits at the gate or has passed it. */
  reached: (name: string) => Promise<void>;
};

/** Points in a script at which something waits until the test says so: synchronisation without sleeping. */
export function namedGates(): NamedGates {
  const opened = latches();
  const arrived = latches();
  return {
    open: (name) => opened.release(name),
    reached: (name) => arrived.wait(name),
    pass: async (name, signal) => {
      arrived.release(name);
      if (!signal) return opened.wait(name);
      signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      try {
        await Promise.race([opened.wait(name), aborted.promise]);
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
  };
}

function latches() {
  const byName = new Map<string, PromiseWithResolvers<void>>();
  const latch = (name: string) => {
    const known = byName.get(name) ?? Promise.withResolvers<void>();
    byName.set(name, known);
    return known;
  };
  return { wait: (name: string) => latch(name).promise, release: (name: string) => latch(name).resolve() };
}
