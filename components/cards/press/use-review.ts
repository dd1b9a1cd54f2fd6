"use client";

import { useState } from "react";
import { useSeen } from "./use-seen.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** Up to this size people can read the whole text with care; a larger one must be opened first. UTF-8 bytes. */
const needsReviewBytes = 32 * 1024;

export type Review = {
  /** Kilobytes, for the button; null when it need not be opened. */
  sizeKb: number | null;
  opened: boolean;
  /** Why Approve is off before the text was opened. */
  unopened: string | null;
  open: () => void;
  /** Goes on an element around the text. */
  setWhole: (whole: HTMLElement | null) => void;
  /** Goes on an element around what else is said of the call, which the buttons may lie over. */
  setBeside: (beside: HTMLElement | null) => void;
  /** Why Approve does not work yet, as far as is known; only for drawing. */
  unread: string | null;
  /** The same, asked at the moment of the press. */
  missing: () => string | null;
};

/**
 * Approve stays off until the whole of the arguments, and of what is said of the call beside them, was on the screen;
 * of long arguments after they were opened (THREATS C1).
 * While they are `editing`, what was proposed cannot be seen.
 */
export function useReview(text: string, { editing }: { editing: boolean }): Review {
  const say = useSay(cardWords);
  const { setWhole, all, look } = useSeen();
  const { setWhole: setBeside, all: allBeside, look: lookBeside } = useSeen();
  const [wasSeen, setWasSeen] = useState(false);
  const [wasSeenBeside, setWasSeenBeside] = useState(false);
  const [opened, setOpened] = useState(false);
  const bytes = new TextEncoder().encode(text).length;
  const sizeKb = bytes > needsReviewBytes ? Math.round(bytes / 1024) : null;
  const unopened = sizeKb === null || opened ? null : say("pressReviewAllSizekbKb", { sizeKb });
  const whyBeside = say("readBeside");
  const why = editing ? say("pressUndoChangesAndScroll") : say("scrollThroughAllOfThe");
  // Rows and JSON are two views: having seen one is enough.
  if (all && !wasSeen) setWasSeen(true);
  if (allBeside && !wasSeenBeside) setWasSeenBeside(true);

  return {
    sizeKb,
    opened,
    open: () => setOpened(true),
    unopened,
    setWhole,
    setBeside,
    unread: unopened ?? (wasSeen ? null : why) ?? (wasSeenBeside ? null : whyBeside),
    missing: () => unopened ?? (wasSeen || look() ? null : why) ?? (wasSeenBeside || lookBeside() ? null : whyBeside),
  };
}
