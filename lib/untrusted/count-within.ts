/**
 * Upper bound of what a page is read of, in bytes as they are stored (G8): one read holds everybody else up for
 * milliseconds.
 */
const most = 1_000_000;

/** How many of these rows, the first ones, make one page: at least one, whatever its size. */
export function countWithin(rows: readonly { bytes: number }[]): number {
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += Number(row.bytes)) > most);
  return end < 0 ? rows.length : Math.max(1, end);
}
