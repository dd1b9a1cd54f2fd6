"use client";

import { createContext, useContext, type ReactNode } from "react";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";

/** The server counts no further. */
const mostCounted = 1_000;

const Count = createContext(0);

/** Keeps, for everything below it, how many cards wait for this person, also while the page is hidden. */
export function InboxCount({ initial, children }: { initial: number; children: ReactNode }) {
  const [count] = useFresh({
    initial,
    read: async () => (await readJson<{ count: number }>("/api/inbox/count")).count,
    concerns: ({ type }) => type !== "servers" && type !== "policy",
    whenHidden: true,
  });
  return <Count value={count}>{children}</Count>;
}

export function useInboxCount(): number {
  return useContext(Count);
}

/** A count as a person reads it: `12`, or `999+`. */
export function countWords(count: number): string {
  return count >= mostCounted ? `${mostCounted - 1}+` : String(count);
}

/**
 * The title of a page, with the number of waiting cards before it, also while the page is hidden. `atLeast` are known
 * sooner.
 */
export function PageTitle({ title, atLeast = 0 }: { title: string; atLeast?: number }) {
  const count = Math.max(useInboxCount(), atLeast);
  const name = title === "" ? "Countersign" : `${title} · Countersign`;
  return <title>{count > 0 ? `(${countWords(count)}) ${name}` : name}</title>;
}
