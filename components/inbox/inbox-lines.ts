import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { leastRows, tableKey } from "#lib/chat/call-table.ts";

/** One line of the list: a call by itself, or calls of one tool that an answer asks about together. */
export type InboxLine = { key: string; entries: readonly [InboxItem, ...InboxItem[]] };

/** The list in its order; calls that make one table stand where the first of them does. */
export function inboxLines(entries: readonly InboxItem[]): InboxLine[] {
  const tables = new Map<string, [InboxItem, ...InboxItem[]]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const before = tables.get(key);
    if (before === undefined) tables.set(key, [entry]);
    else before.push(entry);
  }
  return entries.flatMap((entry): InboxLine[] => {
    const key = keyOf(entry);
    const together = tables.get(key) ?? [entry];
    if (together.length < leastRows) return [{ key: entry.id, entries: [entry] }];
    return together[0] === entry ? [{ key, entries: together }] : [];
  });
}

/** The line that an approval stands on. */
export function lineWith(lines: readonly InboxLine[], id: string | null): InboxLine | null {
  return lines.find(({ entries }) => entries.some((entry) => entry.id === id)) ?? null;
}

/** Those that still wait. */
export function waitingOn({ entries }: InboxLine): InboxItem[] {
  return entries.filter(({ status }) => status === "pending");
}

function keyOf({ id, runId, view }: InboxItem): string {
  const key = tableKey(view);
  return key === null ? id : `${runId} ${key}`;
}
