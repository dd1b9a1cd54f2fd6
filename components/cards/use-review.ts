"use client";

import { useEffect, useRef, useState } from "react";

/** Up to this size the whole of it fits a careful look; beyond, it must be opened and scrolled to its end. UTF-8 bytes. */
const needsReviewBytes = 32 * 1024;

export type Review = {
  /** Bytes in thousands, for the button; null when no review is needed. */
  sizeKb: number | null;
  opened: boolean;
  /** Why Approve is off before the text was opened. */
  unopened: string | null;
  open: () => void;
  /** Goes on an element right behind the text. */
  setEnd: (end: HTMLElement | null) => void;
  /** Why Approve does not work yet. Asked at the moment of the press. */
  missing: () => string | null;
};

/** Large arguments keep Approve off until they were opened and their end was on the screen (THREATS C1). */
export function useReview(text: string): Review {
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const reachedEnd = useRef(false);
  const [opened, setOpened] = useState(false);
  const bytes = new TextEncoder().encode(text).length;
  const sizeKb = bytes > needsReviewBytes ? Math.round(bytes / 1024) : null;

  useEffect(() => {
    if (!opened || !end) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) reachedEnd.current = true;
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [opened, end]);

  const unopened = sizeKb === null || opened ? null : `Press “Review all ${sizeKb} KB” first, and read to the end.`;
  const missing = () => {
    if (sizeKb === null) return null;
    if (unopened !== null) return unopened;
    // The observer reports a frame later than a person can press.
    if (reachedEnd.current || isOnScreen(end)) return null;
    return "Scroll to the end of the arguments first.";
  };

  return { sizeKb, opened, open: () => setOpened(true), unopened, setEnd, missing };
}

function isOnScreen(element: Element | null): boolean {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}
