/** How the questions of a day ended; open ones do not count. */
export type DayOfAsks = {
  /** Days since 1970-01-01, UTC. */
  day: number;
  accepted: number;
  declined: number;
  unanswered: number;
  /** The median of the day's answers; null without any. */
  medianMs: number | null;
};

export type ToolAttention = {
  tool: string;
  asks: number;
  accepted: number;
  declined: number;
  edited: number;
  /** The median of the answers; null without any. */
  medianMs: number | null;
};

/** A person's attention to a tool's questions; holds no arguments. */
export type PersonAttention = ToolAttention & {
  person: { id: string; name: string };
  /** Approvals within two seconds, too fast for reading. */
  quick: number;
};

const dayMs = 24 * 60 * 60 * 1000;

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** Every day from the first to the last, also those without a question. */
export function asksByDay(
  counts: readonly { day: number; status: string; count: number }[],
  medians: readonly { day: number; ms: number }[],
  { from, to }: { from: number; to: number },
): DayOfAsks[] {
  const days = Array.from({ length: to - from + 1 }, (_, index): DayOfAsks => {
    return { day: from + index, accepted: 0, declined: 0, unanswered: 0, medianMs: null };
  });
  for (const { day: number, status, count } of counts) {
    const day = days[number - from];
    if (!day || status === "pending") continue;
    if (status === "accepted" || status === "declined") day[status] += count;
    else day.unanswered += count;
  }
  for (const { day: number, ms } of medians) {
    const day = days[number - from];
    if (day) day.medianMs = ms;
  }
  return days;
}
