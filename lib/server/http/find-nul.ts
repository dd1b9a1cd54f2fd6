/**
 * Where a value holds the character U+0000, as the path of the first such text or key; null when nowhere. PostgreSQL has
 * no place for it in a text, programs in C end at it, and nobody can type it.
 */
export function findNul(value: unknown, path: readonly string[] = []): string[] | null {
  if (typeof value === "string") return value.includes("\0") ? [...path] : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const found = key.includes("\0") ? [...path] : findNul(member, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
