import type { DayOfAsks } from "#lib/audit/attention.ts";

/** The days from the first on which a question ended; none before there was one. */
export function sinceFirst(days: readonly DayOfAsks[]): DayOfAsks[] {
  const first = days.findIndex(({ accepted, declined, unanswered }) => accepted + declined + unanswered > 0);
  return first === -1 ? [] : days.slice(first);
}
