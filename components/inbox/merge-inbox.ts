import type { InboxItem } from "#lib/approvals/inbox-item.ts";

/** Answered ones kept in sight; older ones make room. */
const mostSettled = 20;

/**
 * What to show next: those shown keep their places, so that nothing moves under a finger, new ones come after them. One
 * that waits no longer is read once more for what became of it. The very list again when nothing changed.
 */
export async function mergeInbox(
  shown: InboxItem[],
  pending: readonly InboxItem[],
  read: (id: string) => Promise<InboxItem | null>,
): Promise<InboxItem[]> {
  const now = new Map(pending.map((item) => [item.id, item]));
  const kept = await Promise.all(
    shown.map(async (item) => {
      if (item.status !== "pending") return item;
      const fresh = now.get(item.id) ?? (await read(item.id));
      return fresh === null || sameItem(fresh, item) ? fresh && item : fresh;
    }),
  );
  const known = new Set(shown.map(({ id }) => id));
  const merged = [...kept.filter((item) => item !== null), ...pending.filter(({ id }) => !known.has(id))];
  const settled = merged.filter(({ status }) => status !== "pending");
  const dropped = new Set(settled.slice(0, Math.max(0, settled.length - mostSettled)));
  const next = merged.filter((item) => !dropped.has(item));
  return next.length === shown.length && next.every((item, index) => item === shown[index]) ? shown : next;
}

function sameItem(one: InboxItem, other: InboxItem): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
