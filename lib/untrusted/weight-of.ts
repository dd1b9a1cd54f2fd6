/** What one costs the store beside what it says. */
const usualBytes = 8 * 1024;

/** For how many it counts where so many are allowed within an hour: one, and one more for each 8 kB of what it says. */
export function weightOf(said: unknown): number {
  return 1 + Math.floor(new TextEncoder().encode(JSON.stringify(said ?? null)).length / usualBytes);
}
