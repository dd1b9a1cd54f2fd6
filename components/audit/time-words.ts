const steps: [number, string][] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

/** A stretch of time as people say it: "4.0 s", "12 min". */
export function timeWords(ms: number): string {
  const [size, unit] = steps.find(([least]) => ms >= least) ?? [1_000, "s"];
  const value = ms / size;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
