export type PauseLimits = {
  /** First and longest pause between attempts to connect, ms; it doubles in between. */
  firstPauseMs: number;
  maxPauseMs: number;
};

/** How long to wait after so many failures in a row, ms; jitter keeps servers that fell together from rising together. */
export function reconnectPause(failures: number, { firstPauseMs, maxPauseMs }: PauseLimits, random: number): number {
  if (failures <= 0) return 0;
  return Math.min(firstPauseMs * 2 ** (failures - 1), maxPauseMs) * (0.5 + random / 2);
}
