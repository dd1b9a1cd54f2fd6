"use client";

import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { screenBox } from "./screen-box.ts";
import { coversAll, type Stay, stayMs, sticksOut, type Stretch, withStays, withStretch } from "./stretch.ts";
import { watchMovement } from "./watch-movement.ts";

/**
 * Goes on everything that must have been on the screen before a yes counts: texts that scroll, and their containers.
 */
export const mustBeSeen = { "data-must-be-seen": "" };

export type Seen = {
  /** Goes on the element around everything that must be seen. */
  setWhole: (whole: HTMLElement | null) => void;
  /** Whether all of it was on the screen at the last look; only for drawing. */
  all: boolean;
  /** The same, asked at the moment of a press. */
  look: () => boolean;
};

/** While something is left to see. */
const lookAgainMs = 1_000;

/** For one part: what was on the screen for long enough, and what is there now. */
type Looked = { width: number; stretches: Stretch[]; stays: Stay[] };

/**
 * Follows which parts of something were really on the screen of a visible page: inside the window and every box that
 * scrolls, not below a dialog, and for a moment without a break (THREATS C1: nothing unseen is signed). A part that is
 * laid out in another width starts anew, and a part with content that sticks out sideways was not seen.
 */
export function useSeen(): Seen {
  const [whole, setWhole] = useState<HTMLElement | null>(null);
  const [all, setAll] = useState(false);
  const looked = useRef(new WeakMap<Element, Looked>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const look = useCallback(
    function again() {
      clearTimeout(timer.current);
      const now = performance.now();
      const parts = whole === null ? [] : [...whole.querySelectorAll("[data-must-be-seen]")];
      let soonest = Number.POSITIVE_INFINITY;
      const left = parts.filter((part) => {
        if (!isDrawn(part) || sticksOut(part)) return true;
        const after = lookedAt(part, looked.current.get(part), now);
        looked.current.set(part, after);
        if (coversAll(after.stretches, part.scrollHeight)) return false;
        for (const { since } of after.stays) if (since + stayMs > now) soonest = Math.min(soonest, since + stayMs);
        return true;
      });
      // The time also counts while nothing moves, and what lay in front may have gone without moving anything.
      if (left.length > 0) timer.current = setTimeout(again, Math.min(soonest - now, lookAgainMs));
      const isAll = parts.length > 0 && left.length === 0;
      setAll(isAll);
      return isAll;
    },
    [whole],
  );

  useLayoutEffect(() => {
    if (whole === null) return;
    look();
    const stop = watchMovement(whole, look);
    document.addEventListener("visibilitychange", look);
    return () => {
      stop();
      clearTimeout(timer.current);
      document.removeEventListener("visibilitychange", look);
    };
  }, [whole, look]);

  return { setWhole, all, look };
}

function lookedAt(part: Element, before: Looked | undefined, now: number): Looked {
  const { clientWidth: width, scrollHeight } = part;
  const { stretches, stays } = before?.width === width ? before : { stretches: [], stays: [] };
  if (coversAll(stretches, scrollHeight)) return { width, stretches, stays: [] };
  const after = withStays(stays, onScreen(part), now);
  const counts = after.filter(({ since }) => now >= since + stayMs);
  return { width, stretches: counts.reduce<Stretch[]>(withStretch, stretches), stays: after };
}

/** An element that is not displayed has no height either, but is not empty. */
function isDrawn(part: Element): boolean {
  return part.getClientRects().length > 0;
}

/** Less than the height of a line: CSS pixels. */
const rowPx = 12;
/** Where each row is checked, as parts of its width. */
const places = [0.1, 0.5, 0.9];

/** The part that is visible now, from the top of its content. */
function onScreen(part: Element): Stretch[] {
  if (document.visibilityState !== "visible") return [];
  const box = part.getBoundingClientRect();
  const screen = screenBox();
  let top = Math.max(box.top, screen.top);
  let bottom = Math.min(box.bottom, screen.bottom);
  for (let parent = part.parentElement; parent; parent = parent.parentElement) {
    if (parent === document.documentElement || getComputedStyle(parent).overflowY === "visible") continue;
    const around = parent.getBoundingClientRect();
    top = Math.max(top, around.top);
    bottom = Math.min(bottom, around.bottom);
  }
  if (bottom <= top) return [];
  const isInFront = (x: number, y: number) => part.contains(document.elementFromPoint(x, y));
  const rows = Math.ceil((bottom - top) / rowPx);
  const height = (bottom - top) / rows;
  const offset = part.scrollTop - box.top;
  return Array.from({ length: rows }, (_, row) => top + row * height)
    .filter((y) => places.every((place) => isInFront(box.left + box.width * place, y + height / 2)))
    .map((y) => ({ from: y + offset, to: y + height + offset }))
    .reduce<Stretch[]>(withStretch, []);
}
