"use client";

import { useEffect, useState } from "react";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { readJson, useFresh } from "#components/chat/use-fresh.ts";
import { mergeInbox } from "./merge-inbox.ts";

/** As many as one reading brings. */
const perReading = 50;

/** The inbox as it is and stays while it is looked at: new ones join, answered ones become lines. */
export function useInbox(initial: InboxItem[]) {
  const [pending, refresh] = useFresh({
    initial,
    read: () => readJson<InboxItem[]>(`/api/approvals?status=pending&limit=${perReading}`),
    concerns: (signal) => signal.type !== "servers",
  });
  const [shown, setShown] = useState(initial);
  useEffect(() => {
    let current = true;
    const settle = async () => {
      const merged = await mergeInbox(shown, pending, readItem);
      if (current && merged !== shown) setShown(merged);
    };
    settle().catch((error: unknown) => console.error("The inbox could not be read.", error));
    return () => {
      current = false;
    };
  }, [pending, shown]);
  return {
    items: shown,
    open: pending.length,
    isFull: pending.length === perReading,
    decided: refresh,
  };
}

/** Null when it is gone, as when its chat was deleted. */
async function readItem(id: string): Promise<InboxItem | null> {
  const response = await fetch(`/api/approvals/${encodeURIComponent(id)}`, { cache: "no-store" });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The approval could not be read: ${response.status}.`);
  // Our own server answers 200 with exactly this.
  return (await response.json()) as InboxItem;
}
