"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { onMovement } from "./notice-movement.ts";
import { onLeavingCover } from "./on-leaving-cover.ts";
import { screenBox } from "./screen-box.ts";
import { type ElementPosition, Stillness, stillForMs } from "./stillness.ts";
import { watchMovement } from "./watch-movement.ts";

/** A hand that moved so lately still does. */
const onItsWayMs = 300;
/** What scrolls so soon after a person did something rolls because of it. */
const rollsForMs = 400;

export type PressGuard = {
  /** Goes on the row that holds the guarded buttons. */
  setRow: (row: HTMLElement | null) => void;
  /** False while presses do not count; buttons show it. */
  ready: boolean;
  /** Whether a keyboard command of then counts for the whole card: it stood still and its buttons are in view. */
  admitsCommand: (at: number) => boolean;
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
  onPointerDown: (event: ReactPointerEvent) => void;
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
  /** The button that a pointer went down on when that counted, until it is let go. */
  const pressed = useRef<EventTarget | null>(null);
  /** Whether it counted when a key went down; null where none did: assistive technology clicks without one. */
  const keyed = useRef<boolean | null>(null);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    if (!row) return;
    const card = new Stillness(placeOf(row), performance.now());
    let timer: ReturnType<typeof setTimeout>;
    let frame = 0;
    let movedAt = Number.NEGATIVE_INFINITY;
    let actedAt = Number.NEGATIVE_INFINITY;
    const arm = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      setReady(false);
      // Nobody has seen it there before it is drawn, and an app can keep the page from drawing.
      card.disturb(Number.POSITIVE_INFINITY);
      const drawn = () => {
        card.disturb(performance.now());
        timer = setTimeout(() => setReady(true), stillForMs);
      };
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(drawn)));
    };
    const look = () => {
      const now = performance.now();
      // An app may scroll while its person does; it stays where one was closed. What is written below scrolls as well.
      const byItself =
        document.querySelector("[data-app]") !== null || (now - movedAt < onItsWayMs && now - actedAt >= rollsForMs);
      if (card.see(placeOf(row), now, { byItself })) arm();
    };
    watched.current = { card, look, startAnew: arm };
    // When only the page moves, browsers report what is under the pointer now, but no movement of the pointer.
    const arrive = () => {
      look();
      card.arrive();
    };
    let typesUntil = Number.NEGATIVE_INFINITY;
    const front = ({ timeStamp }: Event) => {
      typesUntil = timeStamp + stillForMs;
      arm();
    };
    // Keys that go on out of an app, or another window, without a pause, are meant for what they began in.
    const typeOn = (event: Event) => {
      if (event.timeStamp < typesUntil) front(event);
    };
    const begin = ({ target, clientX: x, clientY: y }: PointerEvent) => {
      pressed.current = null;
      // What lies over the buttons may go by the first of two presses.
      if (!isWithin(row, target) && isAround(row, x, y)) arm();
    };
    // A finger that scrolls presses nothing; a tap that began elsewhere may end here.
    const end = ({ type, target }: Event) => {
      if (type === "pointercancel" || !isWithin(row, target)) pressed.current = null;
    };
    const over = new AbortController();
    const how = { capture: true, passive: true, signal: over.signal };
    // After `arrive`, for which it has not moved yet.
    document.addEventListener("pointermove", ({ timeStamp }) => (movedAt = timeStamp), { signal: over.signal });
    for (const type of ["wheel", "touchmove", "keydown", "pointerdown"])
      document.addEventListener(type, ({ timeStamp }) => (actedAt = timeStamp), how);
    onLeavingCover(row, arm, over.signal);
    document.addEventListener("pointerdown", begin, how);
    for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, end, how);
    const stop = watchMovement(row, look);
    const forget = onMovement(look);
    row.addEventListener("pointermove", arrive, how);
    window.addEventListener("focus", front, { signal: over.signal });
    document.addEventListener("keydown", typeOn, how);
    document.addEventListener("visibilitychange", arm, how);
    arm();
    return () => {
      over.abort();
      stop();
      forget();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [row]);

  /** By the time of the press: while a page stands still, presses wait. */
  const admits = (by: "pointer" | "key", at: number) => {
    if (!watched.current || !document.hasFocus()) return false;
    const { card, look, startAnew } = watched.current;
    // The page may have moved the card a moment ago without saying so yet.
    look();
    if (card.admitsKey(at)) return by === "key" || card.admitsPointer(at);
    // Repeated presses start the wait anew: another page can open this one under the hand of somebody who plays.
    startAnew();
    return false;
  };

  const guard = ({ press, refuse, ignoresEnter }: ButtonToGuard): GuardHandlers => ({
    onPointerDown: ({ timeStamp, currentTarget }) => {
      pressed.current = admits("pointer", timeStamp) ? currentTarget : null;
    },
    onKeyDown: (event) => {
      const isEnter = event.key === "Enter";
      if (!isEnter && event.key !== " ") return;
      // A key held since before the card appeared repeats; the person did not mean this button.
      const held = event.repeat;
      if (!held) keyed.current = admits("key", event.timeStamp);
      // Ctrl+Enter belongs to the card, which hears it next.
      const bareEnter = isEnter && !event.ctrlKey && !event.metaKey;
      if (held || (bareEnter && ignoresEnter)) event.preventDefault();
      if (bareEnter && ignoresEnter && !held) refuse("enter");
    },
    onClick: (event) => {
      // Keys and assistive technology click without a pointer; `detail` is then 0.
      const byPointer = event.detail > 0;
      const byKey = () => keyed.current !== false && admits("key", event.timeStamp);
      const admitted = byPointer ? pressed.current === event.currentTarget : byKey();
      pressed.current = null;
      keyed.current = null;
      if (admitted) press();
      else refuse("too-soon");
    },
  });

  return {
    setRow,
    ready,
    guard,
    admitsCommand: (at) => admits("key", at) && isInView(row),
    showRow: () => row?.scrollIntoView({ block: "nearest" }),
  };
}

function placeOf(element: Element): ElementPosition {
  const { left, top } = element.getBoundingClientRect();
  const screen = screenBox();
  const scrolled = { x: window.scrollX + screen.left, y: window.scrollY + screen.top };
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (parent === document.scrollingElement) continue;
    scrolled.x += parent.scrollLeft;
    scrolled.y += parent.scrollTop;
  }
  const [viewX, viewY] = [(left - screen.left) * screen.scale, (top - screen.top) * screen.scale];
  return { viewX, viewY, contentX: viewX + scrolled.x * screen.scale, contentY: viewY + scrolled.y * screen.scale };
}

function isWithin(row: Element, target: EventTarget | null): boolean {
  return target instanceof Node && row.contains(target);
}

function isAround(row: Element, x: number, y: number): boolean {
  const { left, top, right, bottom } = row.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** Whether the middle of the row can be seen: inside the window, and nothing lies over it. */
function isInView(row: Element | null): boolean {
  if (!row) return false;
  const { left, top, width, height } = row.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return seen !== null && row.contains(seen);
}
