/** More columns than this are too narrow to read: then each value stands beside its name. */
const grids = [
  "sm:grid-cols-[1.75rem_minmax(0,1fr)]",
  "sm:grid-cols-[1.75rem_minmax(0,1fr)_11rem]",
  "sm:grid-cols-[1.75rem_repeat(2,minmax(0,1fr))_11rem]",
  "sm:grid-cols-[1.75rem_repeat(3,minmax(0,1fr))_11rem]",
  "sm:grid-cols-[1.75rem_repeat(4,minmax(0,1fr))_9rem]",
];

const flow = "flex flex-wrap items-baseline gap-x-3";

function grid(columns: readonly string[]): string | undefined {
  return grids[columns.length];
}

/** How a row of a table with these columns is laid out; on a phone its values stand beside their names. */
export function gridOf(columns: readonly string[]): string {
  const own = grid(columns);
  return own === undefined ? flow : [flow, "sm:grid sm:items-start", own].join(" ");
}

/** One value of it. */
export function cellOf(columns: readonly string[]): string {
  return grid(columns) === undefined ? "flex min-w-0 gap-x-1.5" : "min-w-0 max-sm:flex max-sm:gap-x-1.5";
}

/** The name of a value, where there is no head above it. */
export function labelOf(columns: readonly string[]): string {
  return grid(columns) === undefined ? "" : "sm:hidden";
}

/** The head with the names of the columns. */
export function headerRow(columns: readonly string[]): string {
  const own = grid(columns);
  return own === undefined || columns.length === 0 ? "sr-only" : ["max-sm:sr-only sm:grid gap-x-3", own].join(" ");
}
