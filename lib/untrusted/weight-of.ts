/** The size that one unit of a limit stands for, in bytes. */
const usualBytes = 8 * 1024;

/** How many units of an hourly limit it uses: one, and one more for each 8 kB of its JSON. */
export function weightOf(said: unknown): number {
  return 1 + Math.floor(new TextEncoder().encode(JSON.stringify(said ?? null)).length / usualBytes);
}
