"use client";

import { useEffect, type RefObject } from "react";

/** Elements in which a key has another meaning, or types a letter. */
const takesKeys =
  'input, textarea, select, dialog, [contenteditable], [role=radio], [role=slider], [aria-label^="Scrolling text"]';

/**
 * Moves from card to card: with the arrow keys, and with j and k where the person switched single letters on. The keys
 * that answer a card are its own, and only for the focused card (CARD §5: keys).
 */
export function useCardKeys(list: RefObject<HTMLElement | null>, { letters }: { letters: boolean }): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = directionOf(event.key, letters);
      if (by === null || list.current === null) return;
      const { target } = event;
      if (target instanceof Element && target.closest(takesKeys) !== null) return;
      const page = list.current.closest("main");
      const isOfPage = target === document.body || (target instanceof Node && page?.contains(target) === true);
      if (!isOfPage) return;
      const cards = [...list.current.querySelectorAll<HTMLElement>("[data-approval-id]")];
      const at = cards.findIndex((card) => card.contains(document.activeElement));
      const next = at === -1 ? cards[by > 0 ? 0 : cards.length - 1] : cards[at + by];
      if (next === undefined) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", move);
    return () => document.removeEventListener("keydown", move);
  }, [list, letters]);
}

function directionOf(key: string, letters: boolean): 1 | -1 | null {
  if (key === "ArrowDown" || (letters && key === "j")) return 1;
  return key === "ArrowUp" || (letters && key === "k") ? -1 : null;
}
