"use client";

import { type RefObject, useEffect } from "react";

/** A card's fields load after its frame; after this time, or any act of the person, growth is the person's doing. */
const growsForMs = 1_000;
const acts = ["pointerdown", "keydown", "wheel"] as const;

/**
 * The thread follows its end, which would show only the buttons of a card that is taller than the screen. Such a card
 * is shown from its top when it comes, unless the person reads elsewhere.
 */
export function useShowFromTop(box: RefObject<HTMLDivElement | null>, isOpen: boolean): void {
  useEffect(() => {
    const card = box.current;
    const thread = card?.closest<HTMLElement>("[data-thread]");
    if (!isOpen || !card || !thread) return;
    const stop = new AbortController();
    let giveUp: number | undefined;
    const show = () => {
      if (!stop.signal.aborted) showFromTop(card, thread);
    };
    const observer = new ResizeObserver(() => {
      if (card.clientHeight === 0) return;
      giveUp ??= window.setTimeout(() => stop.abort(), growsForMs);
      // Runs after the thread has scrolled to its end.
      requestAnimationFrame(() => requestAnimationFrame(show));
    });
    stop.signal.addEventListener("abort", () => {
      window.clearTimeout(giveUp);
      observer.disconnect();
    });
    // Moving the view during a press makes it miss.
    for (const act of acts) {
      thread.addEventListener(act, () => stop.abort(), { passive: true, signal: stop.signal });
    }
    observer.observe(card);
    return () => stop.abort();
  }, [box, isOpen]);
}

function showFromTop(card: HTMLElement, thread: HTMLElement): void {
  const follows = thread.scrollHeight - thread.scrollTop - thread.clientHeight < 100;
  const top = card.getBoundingClientRect().top - thread.getBoundingClientRect().top;
  if (follows && top < 0) thread.scrollTo({ top: thread.scrollTop + top - 12 });
}
