"use client";

import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { onMovement } from "./notice-movement.ts";
import { type ElementPosition, Stillness } from "./stillness.ts";
import { watchMovement } from "./watch-movement.ts";

export type PressGuard = {
  /** Goes on the row that holds the guarded buttons. */
  setRow: (row: HTMLElement | null) => void;
  /** False while presses do not count; buttons show it. */
  ready: boolean;
  /** Whether a keyboard command for the whole card counts: the card stands still and its buttons are in view. */
  admitsCommand: () => boolean;
  showRow: () => void;
  /** Handlers of one guarded button. `refuse` runs when a press came too soon, or by Enter where Enter never counts. */
  guard: (button: ButtonToGuard) => GuardHandlers;
};

export type ButtonToGuard = {
  press: () => void;
  refuse: (why: "too-soon" | "enter") => void;
  /** Bare Enter never approves (B14): a person who types and sends must not sign by accident. */
  ignoresEnter: boolean;
};

export type GuardHandlers = {
  onPointerDown: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: (event: MouseEvent) => void;
};

/**
 * Makes buttons inert until their row has stood still, in view of a focused page, for 500 ms in which nobody pressed them
 * (THREATS B14).
 */
export function usePressGuard(): PressGuard {
  const [row, setRow] = useState<HTMLElement | null>(null);
  const watched = useRef<{ card: Stillness; look: () => void; startAnew: () => void } | null>(null);
  const pointerAdmitted = useRef(false);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    if (!row) return;
    const card = new Stillness(placeOf(row), performance.now());
    let timer: ReturnType<typeof setTimeout>;
    const arm = () => {
      clearTimeout(timer);
      setReady(false);
      timer = setTimeout(() => setReady(true), card.readyAt - performance.now());
    };
    const look = () => {
      // It stays where an app was closed.
      const besideApp = document.querySelector("[data-app]") !== null;
      if (card.see(placeOf(row), performance.now(), { besideApp })) arm();
    };
    const startAnew = () => {
      card.disturb(performance.now());
      arm();
    };
    watched.current = { card, look, startAnew };
    // When only the page moves, browsers report what is under the pointer now, but no movement of the pointer.
    const arrive = () => {
      look();
      card.arrive();
    };
    const stop = watchMovement(row, look);
    const forget = onMovement(look);
    row.addEventListener("pointermove", arrive);
    window.addEventListener("focus", startAnew);
    document.addEventListener("visibilitychange", startAnew);
    arm();
    return () => {
      stop();
      forget();
      clearTimeout(timer);
      row.removeEventListener("pointermove", arrive);
      window.removeEventListener("focus", startAnew);
      document.removeEventListener("visibilitychange", startAnew);
    };
  }, [row]);

  const admits = (by: "pointer" | "key") => {
    if (!watched.current || !document.hasFocus()) return false;
    const { card, look, startAnew } = watched.current;
    // The page may have moved the card a moment ago without saying so yet.
    look();
    const now = performance.now();
    if (card.admitsKey(now)) return by === "key" || card.admitsPointer(now);
    // Repeated presses start the wait anew: another page can open this one under the hand of somebody who plays.
    startAnew();
    return false;
  };

  const guard = ({ press, refuse, ignoresEnter }: ButtonToGuard): GuardHandlers => ({
    onPointerDown: () => {
      pointerAdmitted.current = admits("pointer");
    },
    onKeyDown: (event) => {
      const isEnter = event.key === "Enter";
      if (!isEnter && event.key !== " ") return;
      // A key held since before the card appeared repeats; the person did not mean this button.
      const held = event.repeat;
      // Ctrl+Enter belongs to the card, which hears it next.
      const bareEnter = isEnter && !event.ctrlKey && !event.metaKey;
      if (held || (bareEnter && ignoresEnter)) event.preventDefault();
      if (bareEnter && ignoresEnter && !held) refuse("enter");
    },
    onClick: (event) => {
      // Assistive technology clicks without a pointer; `detail` is then 0.
      const byPointer = event.detail > 0;
      const admitted = byPointer ? pointerAdmitted.current : admits("key");
      pointerAdmitted.current = false;
      if (admitted) press();
      else refuse("too-soon");
    },
  });

  return {
    setRow,
    ready,
    guard,
    admitsCommand: () => admits("key") && isInView(row),
    showRow: () => row?.scrollIntoView({ block: "nearest" }),
  };
}

function placeOf(element: Element): ElementPosition {
  const { left, top } = element.getBoundingClientRect();
  const place = { viewX: left, viewY: top, contentX: left + window.scrollX, contentY: top + window.scrollY };
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (parent === document.scrollingElement) continue;
    place.contentX += parent.scrollLeft;
    place.contentY += parent.scrollTop;
  }
  return place;
}

/** Whether the middle of the row can be seen: inside the window, and nothing lies over it. */
function isInView(row: Element | null): boolean {
  if (!row) return false;
  const { left, top, width, height } = row.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen !== null && row.contains(seen);
}
