"use client";

import { useCallback, useEffect, useState } from "react";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { InboxEntries, InboxFilter, InboxPage } from "#lib/approvals/inbox-page.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { inOrder, isInOrder, mergeInbox, unsure } from "./merge-inbox.ts";

/** The size of the server's page. */
const perLook = 100;

type Asked = { key: string; page: InboxPage };

/** The inbox while it is open: new cards join, answered ones become lines. */
export function useInbox(initial: InboxPage, filter: InboxFilter, led: string | null) {
  const key = queryOf(filter);
  const [first, refresh] = useFresh<Asked>({
    initial: { key, page: initial },
    read: async () => ({ key, page: await readJson<InboxPage>(`/api/inbox?${key}`) }),
    concerns: ({ type }) => type !== "servers" && type !== "policy",
    key,
    restMs: 50,
  });
  const [shown, setShown] = useState({ key, entries: initial.entries, next: initial.next, hasPaged: false });
  const [trouble, setTrouble] = useState(false);

  useEffect(() => {
    let current = true;
    const settle = async () => {
      // Another filter is another list.
      if (first.key !== shown.key) return setShown({ key: first.key, ...first.page, hasPaged: false });
      const looked = await look(unsure(shown.entries, first.page.entries));
      const entries = mergeInbox(shown.entries, first.page.entries, looked);
      // Where there was no next page there may be one now, unless the last one was read.
      const next = shown.hasPaged ? shown.next : (shown.next ?? first.page.next);
      if (current && (entries !== shown.entries || next !== shown.next)) setShown({ ...shown, entries, next });
    };
    settle().catch((error: unknown) => console.error("The inbox could not be read.", error));
    return () => {
      current = false;
    };
  }, [first, shown]);

  const showMore = async () => {
    if (shown.next === null) return;
    setTrouble(false);
    try {
      const page = await readJson<InboxPage>(`/api/inbox?${key}&after=${encodeURIComponent(shown.next)}`);
      setShown((before) => {
        const known = new Set(before.entries.map(({ id }) => id));
        const more = page.entries.filter(({ id }) => !known.has(id));
        return { ...before, entries: [...before.entries, ...more], next: page.next, hasPaged: true };
      });
    } catch (error) {
      console.error("The inbox could not be read.", error);
      setTrouble(true);
    }
  };

  const sort = useCallback(() => setShown((before) => ({ ...before, entries: inOrder(before.entries) })), []);
  return {
    entries: shown.entries,
    hasMore: shown.next !== null,
    trouble,
    showMore,
    // The card that a notification led to stands first, whatever it is.
    sort: isInOrder(shown.entries.filter(({ id }) => id !== led)) ? null : sort,
    decided: refresh,
  };
}

/** The filter as the address and the API have it. */
export function queryOf(filter: InboxFilter): string {
  return new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])).toString();
}

/** What became of these; null for one that is gone, as when its chat was deleted. */
async function look(ids: readonly string[]): Promise<Map<string, InboxItem | null>> {
  const found = new Map<string, InboxItem | null>(ids.map((id) => [id, null]));
  let open = [...ids];
  while (open.length > 0) {
    const asked = open.slice(0, perLook).join(",");
    const { entries, left } = await readJson<InboxEntries>(`/api/inbox/entries?ids=${encodeURIComponent(asked)}`);
    for (const entry of entries) found.set(entry.id, entry);
    open = [...left, ...open.slice(perLook)];
  }
  return found;
}
