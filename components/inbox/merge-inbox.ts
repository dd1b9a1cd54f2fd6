import type { InboxItem } from "#lib/approvals/inbox-item.ts";

/** Upper bound of the answered cards that stay visible; older ones go. More than one answer may ask, so that no table loses rows. */
const mostSettled = 60;

/**
 * What to show next: shown cards keep their places, so that nothing moves under a finger; new ones come after them.
 * `pending` is the first page of what waits now; `looked` says what became of shown cards that are not on it: null for
 * a card that is gone, as with its chat. Returns the same list when nothing changed.
 */
export function mergeInbox(
  shown: InboxItem[],
  pending: readonly InboxItem[],
  looked: ReadonlyMap<string, InboxItem | null>,
): InboxItem[] {
  const now = new Map(pending.map((entry) => [entry.id, entry]));
  const kept = shown.map((entry) => {
    const fresh = now.get(entry.id) ?? looked.get(entry.id);
    if (fresh === undefined || fresh === null) return fresh === null ? null : entry;
    return sameEntry(fresh, entry) ? entry : fresh;
  });
  const known = new Set(shown.map(({ id }) => id));
  const merged = [...kept.filter((entry) => entry !== null), ...pending.filter(({ id }) => !known.has(id))];
  const settled = merged.filter(({ status }) => status !== "pending");
  const dropped = new Set(settled.slice(0, Math.max(0, settled.length - mostSettled)));
  const next = merged.filter((entry) => !dropped.has(entry));
  return next.length === shown.length && next.every((entry, index) => entry === shown[index]) ? shown : next;
}

/** Cards shown as waiting that are not on the first page: they must be looked up. */
export function unsure(shown: readonly InboxItem[], pending: readonly InboxItem[]): string[] {
  const now = new Set(pending.map(({ id }) => id));
  return shown.filter(({ id, status }) => status === "pending" && !now.has(id)).map(({ id }) => id);
}

/** Whether what waits stands as the inbox orders it: riskiest first, then oldest. */
export function isInOrder(entries: readonly InboxItem[]): boolean {
  const waiting = entries.filter(({ status }) => status === "pending");
  return waiting.every((entry, index) => index === 0 || compare(waiting[index - 1] ?? entry, entry) <= 0);
}

/** The waiting cards in the order of the inbox; answered ones have been seen and go. */
export function inOrder(entries: readonly InboxItem[]): InboxItem[] {
  return entries.filter(({ status }) => status === "pending").toSorted(compare);
}

function compare(one: InboxItem, other: InboxItem): number {
  if (one.risk !== other.risk) return other.risk - one.risk;
  if (one.requestedAt !== other.requestedAt) return one.requestedAt < other.requestedAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function sameEntry(one: InboxItem, other: InboxItem): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
