/**
 * The path of the first text or key that contains U+0000; null when there is none. PostgreSQL cannot store it in a
 * text, C programs end a text at it, and nobody can type it.
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
