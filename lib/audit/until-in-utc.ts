/** An end in UTC, which reads the same everywhere. `until` in Unix ms. */
export function untilInUtc(until: number | null): string | null {
  return until === null ? null : `until ${new Date(until).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
