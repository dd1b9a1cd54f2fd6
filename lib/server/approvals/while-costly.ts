/** Nobody needs what is older than this without having asked again. */
const longestMs = 60_000;
/** So many times as long as it took to compute may a value be used: then computing is a small share of all work. */
const share = 20;
const mostKept = 200;

/**
 * Computes a value for a key, or gives the one from a moment ago: what took long is used again for longer, what took no
 * time is always new. Those who ask at the same time get the same.
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
