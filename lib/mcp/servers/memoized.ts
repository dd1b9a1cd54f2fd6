/** Computes the value again only when one of its sources is another one. */
export function memoized<Key extends object, Value>(
  sourcesOf: (key: Key) => (object | null)[],
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new WeakMap<Key, { sources: (object | null)[]; value: Value }>();
  return (key) => {
    const sources = sourcesOf(key);
    const last = made.get(key);
    if (last !== undefined && last.sources.every((source, at) => source === sources[at])) return last.value;
    const value = make(key);
    made.set(key, { sources, value });
    return value;
  };
}
