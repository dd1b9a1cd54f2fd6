"use client";

import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { coversAll, sticksOut, type Stretch, withStretch } from "./stretches.ts";
import { watchMovement } from "./watch-movement.ts";

/** Goes on whatever must have been on the screen before a yes counts: texts that scroll, and what they stand in. */
export const mustBeSeen = { "data-must-be-seen": "" };

/** What a card of a server's question says until then. */
export const readFirst = "Scroll through all that it says first: not every part was on the screen.";

export type Seen = {
  /** Goes on the element around everything that must be seen. */
  setWhole: (whole: HTMLElement | null) => void;
  /** Whether all of it was on the screen, when somebody last looked; for how buttons are drawn. */
  all: boolean;
  /** The same, asked at the moment of a press. */
  look: () => boolean;
};

/**
 * Follows which parts of something were really on the screen, of a page in view: inside the window and every box that
 * scrolls, and not below a dialog (THREATS C1). A part that is laid out anew in another width starts anew, and one that
 * something sticks out of sideways was not seen.
 */
export function useSeen(): Seen {
  const [whole, setWhole] = useState<HTMLElement | null>(null);
  const [all, setAll] = useState(false);
  const seen = useRef(new WeakMap<Element, { width: number; stretches: Stretch[] }>());

  const look = useCallback(() => {
    const parts = whole === null ? [] : [...whole.querySelectorAll("[data-must-be-seen]")];
    const left = parts.filter((part) => {
      const { clientWidth: width, scrollHeight } = part;
      const before = seen.current.get(part);
      const stretches = before?.width === width ? before.stretches : [];
      const now = onScreen(part);
      const after = now === null ? stretches : withStretch(stretches, now);
      seen.current.set(part, { width, stretches: after });
      return !isDrawn(part) || sticksOut(part) || !coversAll(after, scrollHeight);
    });
    const isAll = parts.length > 0 && left.length === 0;
    setAll(isAll);
    return isAll;
  }, [whole]);

  useLayoutEffect(() => {
    if (whole === null) return;
    look();
    const stop = watchMovement(whole, look);
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, [whole, look]);

  return { setWhole, all, look };
}

/** What is not displayed at all has no height either, and is not what is empty. */
function isDrawn(part: Element): boolean {
  return part.getClientRects().length > 0;
}

/** What of it can be seen now, from the top of its content; null for nothing. */
function onScreen(part: Element): Stretch | null {
  if (document.visibilityState !== "visible") return null;
  const box = part.getBoundingClientRect();
  let top = Math.max(box.top, 0);
  let bottom = Math.min(box.bottom, document.documentElement.clientHeight);
  for (let parent = part.parentElement; parent; parent = parent.parentElement) {
    if (parent === document.documentElement || getComputedStyle(parent).overflowY === "visible") continue;
    const around = parent.getBoundingClientRect();
    top = Math.max(top, around.top);
    bottom = Math.min(bottom, around.bottom);
  }
  if (bottom <= top) return null;
  const inFront = document.elementFromPoint(box.left + box.width / 2, (top + bottom) / 2);
  if (inFront === null || !part.contains(inFront)) return null;
  return { from: top - box.top + part.scrollTop, to: bottom - box.top + part.scrollTop };
}
