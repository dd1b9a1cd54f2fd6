import type { ChatSummary } from "#lib/chat/chat-summary.ts";

export type ChatsOfDays = { label: (typeof labels)[number][1]; chats: ChatSummary[] };

const dayMs = 24 * 60 * 60_000;
/** Days before today, and what a chat is filed under, a key of `shellWords`, that changed last within them. */
const labels = [
  [0, "today"],
  [1, "yesterday"],
  [7, "previous7Days"],
  [30, "previous30Days"],
  [Number.POSITIVE_INFINITY, "older"],
] as const;

/** Chats by the day on which they changed last, in their order. `offsetMs`: of the reader's clock to UTC at a moment. */
export function chatsByDay(
  chats: readonly ChatSummary[],
  { now, offsetMs }: { now: number; offsetMs: (at: number) => number },
): ChatsOfDays[] {
  const dayOf = (at: number) => Math.floor((at + offsetMs(at)) / dayMs);
  const today = dayOf(now);
  return labels.flatMap(([most, label], index) => {
    const least = labels[index - 1]?.[0] ?? Number.NEGATIVE_INFINITY;
    const ofThese = chats.filter(({ updatedAt }) => {
      const daysAgo = today - dayOf(updatedAt);
      return daysAgo > least && daysAgo <= most;
    });
    return ofThese.length === 0 ? [] : [{ label, chats: ofThese }];
  });
}

/** By the clock of this browser, which keeps summer time. */
export function offsetHere(at: number): number {
  return -new Date(at).getTimezoneOffset() * 60_000;
}
