/** Milliseconds of the machine's monotonic clock: the same in every process, so that times of two can be compared. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
