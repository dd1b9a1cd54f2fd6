export type PauseLimits = {
  /** First and longest pause between attempts to connect, ms; the pause doubles in between. */
  firstPauseMs: number;
  maxPauseMs: number;
};

/**
 * The pause after so many failures in a row, ms. Jitter keeps servers that failed together from reconnecting together.
 */
export function reconnectPause(failures: number, { firstPauseMs, maxPauseMs }: PauseLimits, random: number): number {
  if (failures <= 0) return 0;
  return Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs) * (0.5 + random / 2);
}
