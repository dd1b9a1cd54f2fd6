"use client";

import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import type { WaitingCount } from "#lib/approvals/inbox-page.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

/** The server counts no further. */
const mostCounted = 1_000;
/** A hidden tab looks at the clock once a minute. */
const soonMs = 90_000;

const Count = createContext<WaitingCount>({ count: 0, expiresAt: null });

/** Keeps, for everything below it, how many cards wait for this person, also while the page is hidden. */
export function InboxCount({ initial, children }: { initial: WaitingCount; children: ReactNode }) {
  const [waiting] = useFresh({
    initial,
    read: () => readJson<WaitingCount>("/api/inbox/count"),
    concerns: ({ type }) => type !== "servers" && type !== "policy",
    whenHidden: true,
  });
  return <Count value={waiting}>{children}</Count>;
}

export function useInboxCount(): number {
  return useContext(Count).count;
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
  const say = useSay(inboxWords);
  const waiting = useContext(Count);
  const count = Math.max(waiting.count, atLeast);
  const isSoon = useIsSoon(waiting.expiresAt);
  const name = title === "" ? "Countersign" : say("titleCountersign", { title });
  if (count === 0) return <title>{name}</title>;
  const soon = isSoon ? (count === 1 ? "one" : "some") : "no";
  return <title>{say("titleAndCount", { count: countWords(count), soon, name })}</title>;
}

/** Whether a card is about to expire. */
function useIsSoon(expiresAt: number | null): boolean {
  const [isSoon, setSoon] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const leftMs = expiresAt === null ? Infinity : expiresAt - Date.now();
      setSoon(leftMs <= soonMs);
      // Longer timers than this overflow in browsers.
      if (leftMs > soonMs && leftMs < Infinity) timer = setTimeout(look, Math.min(leftMs - soonMs, 2_000_000_000));
    };
    look();
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return isSoon;
}
