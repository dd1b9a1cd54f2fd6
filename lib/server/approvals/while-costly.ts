/** An older value is computed again. */
const longestMs = 60_000;
/** A value is reused for so many times as long as it took to compute: computing stays a small share of all work. */
const share = 20;
const mostKept = 200;

/**
 * Computes a value for a key, or returns a recent one: a value that took long is reused for longer, one that took no
 * time is always computed. Callers at the same time share one computation.
 */
export function whileCostly<Value>(compute: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const kept = new Map<string, { value: Promise<Value>; until: number }>();
  return (key) => {
    const since = performance.now();
    const known = kept.get(key);
    if (known && since < known.until) return known.value;
    const entry = { value: compute(key), until: Infinity };
    kept.delete(key);
    kept.set(key, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    entry.value.then(
      () => {
        const now = performance.now();
        entry.until = now + Math.min(longestMs, (now - since) * share);
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    return entry.value;
  };
}
