"use client";

import { useEffect, type RefObject } from "react";

/** Elements in which a key has another meaning, or types a letter. */
const takesKeys =
  'input:not([type=checkbox]), textarea, select, dialog, [contenteditable], [role=radio], [role=slider], [aria-label^="Scrolling"]';

type Options = {
  /** Whether letters count wherever the focus is; in the list they always do (WCAG 2.1.4: character key shortcuts). */
  letters: boolean;
  onHelp: () => void;
};

/**
 * Moves from line to line, selects, and shows the list of keys. A line that is reached shows its card; the keys that
 * answer it are the card's own, and only for the focused card (CARD §5: keys).
 */
export function useListKeys(list: RefObject<HTMLElement | null>, { letters, onHelp }: Options): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(takesKeys) !== null) return;
      const page = list.current?.closest("main");
      const isOfPage = target === document.body || (target instanceof Node && page?.contains(target) === true);
      if (!isOfPage) return;
      if (event.key === "?") return onHelp();
      const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
      const focused = rows.findIndex((row) => row.closest("li")?.contains(document.activeElement) === true);
      const mayLetter = letters || focused !== -1;
      if (event.key === "x" && mayLetter) {
        const row = rows[focused] ?? rows.find((each) => each.ariaCurrent === "true");
        row?.closest("li")?.querySelector<HTMLElement>("input[type=checkbox]")?.click();
        return;
      }
      const by = directionOf(event.key, mayLetter);
      if (by === null) return;
      const next = rows[placeAfter(rows, { focused, by, isInCard: isInCard(target) })];
      if (next === undefined) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest" });
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [list, letters, onHelp]);
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-approval-id], [data-card], [data-batch]") !== null;
}

/** From a card one goes on from its line; from elsewhere one comes back to it. */
function placeAfter(
  rows: readonly HTMLElement[],
  { focused, by, isInCard }: { focused: number; by: 1 | -1; isInCard: boolean },
): number {
  if (focused !== -1) return focused + by;
  const current = rows.findIndex((row) => row.ariaCurrent === "true");
  if (current === -1) return by > 0 ? 0 : rows.length - 1;
  return isInCard ? current + by : current;
}

function directionOf(key: string, letters: boolean): 1 | -1 | null {
  if (key === "ArrowDown" || (letters && key === "j")) return 1;
  return key === "ArrowUp" || (letters && key === "k") ? -1 : null;
}
