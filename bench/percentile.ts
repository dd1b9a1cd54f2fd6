/** The smallest value that `share` (0–1) of the values do not exceed. Throws when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error("Nothing was measured.");
  return value;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
