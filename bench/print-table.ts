import { type Figure, isMet } from "./figure.ts";

/** Prints figures in columns: what, how much, what is wanted, whether that is so, and how it came about. */
export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [figure.name, valueOf(figure), targetOf(figure), figure.note ?? ""]);
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const [nameWidth, valueWidth, targetWidth] = [width(0), width(1), width(2)];
  console.log(`\n${title}`);
  for (const [name = "", value = "", target = "", note = ""] of rows) {
    console.log(
      `  ${name.padEnd(nameWidth)}  ${value.padStart(valueWidth)}  ${target.padEnd(targetWidth)}  ${note}`.trimEnd(),
    );
  }
}

function valueOf({ value, unit }: Figure): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

function targetOf(figure: Figure): string {
  const { target } = figure;
  if (target === undefined) return "";
  const wanted = "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
  return `${wanted} ${isMet(figure) ? "met" : "MISSED"}`;
}
