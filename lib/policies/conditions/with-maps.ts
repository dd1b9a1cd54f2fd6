const known = new WeakMap<object, unknown>();

/**
 * Arguments in which each object that has a `constructor` is a map instead: the language asks an object by that name of
 * what kind it is, so that one more argument would leave every condition undecided (THREATS H8).
 */
export function withMaps(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!known.has(value)) known.set(value, Array.isArray(value) ? listWithMaps(value) : objectWithMaps(value));
  return known.get(value);
}

function listWithMaps(list: readonly unknown[]): unknown {
  const entries = list.map(withMaps);
  return entries.some((entry, at) => entry !== list[at]) ? entries : list;
}

function objectWithMaps(object: object): unknown {
  const fields = Object.entries(object).map(([name, value]) => ({ name, value, read: withMaps(value) }));
  const entries = fields.map(({ name, read }) => [name, read] as const);
  if (Object.hasOwn(object, "constructor")) return new Map(entries);
  return fields.some(({ value, read }) => value !== read) ? Object.fromEntries(entries) : object;
}
