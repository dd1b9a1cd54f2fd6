/** When a grant ends, in the words of its sentence, by the clock of whoever reads it. `until` in Unix ms. */
export function untilInWords(until: number | null, now: number, timeZone?: string): string | null {
  if (until === null) return null;
  const zone = timeZone === undefined ? {} : { timeZone };
  const time = new Intl.DateTimeFormat("en-GB", { ...zone, hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat("en-GB", { ...zone, day: "numeric", month: "short" });
  if (day.format(until) === day.format(now)) return `until ${time.format(until)}`;
  return `until ${day.format(until)}, ${time.format(until)}`;
}
