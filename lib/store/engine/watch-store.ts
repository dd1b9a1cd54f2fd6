import type { Database } from "./database.ts";
import { repeatEvery, type Repeated } from "./repeat-every.ts";
import type { Signal } from "./signals.ts";

type Watch<Type extends Signal["type"]> = {
  /** Signals of other processes to read after. */
  on: readonly Type[];
  /** Reads what the signal is about, or, with null, whatever a lost signal was about. */
  read: (signal: Extract<Signal, { type: Type }> | null) => Promise<void>;
  /** Time between two polls. */
  everyMs: number;
  failed: (error: unknown) => void;
  /** Polls also where this is the only process on the store: a read that failed is tried again. */
  evenAlone?: true;
};

/**
 * Reads after each signal, and by a poll, in case a signal was lost (THREATS G9: lost wake-ups). A failed read is
 * reported, and the next poll tries again. `stop` resolves when no read is running any more.
 */
export function watchStore<Type extends Signal["type"]>(
  { signals, dialect }: Pick<Database, "signals" | "dialect">,
  { on, read, everyMs, failed, evenAlone }: Watch<Type>,
): Repeated {
  const reading = new Set<Promise<void>>();
  const isOurs = (signal: Signal): signal is Extract<Signal, { type: Type }> => on.some((type) => type === signal.type);
  const unlisten = signals.listen((signal) => {
    if (!isOurs(signal)) return;
    const done = read(signal)
      .catch(failed)
      .finally(() => reading.delete(done));
    reading.add(done);
  });
  const polling = dialect === "sqlite" && !evenAlone ? null : repeatEvery(everyMs, () => read(null), failed);
  return {
    stop: async () => {
      unlisten();
      await Promise.all([polling?.stop(), ...reading]);
    },
  };
}
