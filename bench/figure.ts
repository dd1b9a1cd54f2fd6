/** One measured value. Figures without a target are there to explain the others. */
export type Figure = {
  name: string;
  value: number;
  unit: "ms" | "s" | "turns/s" | "tokens/s" | "MB" | "kB" | "×" | "%" | "";
  target?: { atMost: number } | { atLeast: number };
  /** How it was measured, or what it consists of. */
  note?: string;
};

/** Null where there is no target. */
export function isMet({ value, target }: Figure): boolean | null {
  if (target === undefined) return null;
  return "atMost" in target ? value <= target.atMost : value >= target.atLeast;
}
