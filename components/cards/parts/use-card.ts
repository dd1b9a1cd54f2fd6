"use client";

import { type KeyboardEvent, useLayoutEffect, useState } from "react";
import type { ApprovalCardProps } from "./card-props.ts";
import { commandKeys } from "#components/cards/press/command-keys.ts";
import { noticeMovement } from "#components/cards/press/notice-movement.ts";
import { type CardAnswer, type Said, useAnswer } from "./use-answer.ts";
import { type GuardHandlers, type PressGuard, usePressGuard } from "#components/cards/press/use-press-guard.ts";
import { useSeen } from "#components/cards/press/use-seen.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** What every pending card has: guarded buttons, one answer, a note, and a line that says why a press did nothing. */
export type Card = {
  answer: CardAnswer;
  setRow: PressGuard["setRow"];
  guard: PressGuard["guard"];
  ready: boolean;
  /** Whether it was ready once. */
  wasReady: boolean;
  /** Buttons are drawn as off, and are: the card has just appeared or moved, or an answer is on its way. */
  inert: boolean;
  notice: string | null;
  say: (notice: string | null) => void;
  /** null while the note is closed. */
  note: string | null;
  setNote: (note: string | null) => void;
  /** Goes around what became stricter; a yes counts once all of that was on the screen. */
  setChanges: (changes: HTMLElement | null) => void;
  /** What has to be looked at first; null when nothing has. */
  unseen: string | null;
  /** Sends the answer with the note, if there is one. */
  send: (input: Omit<Said, "note">) => void;
  /** Answers in the tool's place, without a note. */
  respond: (response: string) => void;
  /** Handlers of a button that answers. */
  answering: (press: () => void, options?: { accepts: true }) => GuardHandlers;
  /** Keyboard commands of the focused card. */
  onKeyDown: (commands: { accept: () => void; decline: () => void }) => (event: KeyboardEvent) => void;
};

export function useCard({ view, onDecide }: Pick<ApprovalCardProps, "view" | "onDecide">): Card {
  const say = useSay(cardWords);
  const { setRow, ready, guard, admitsCommand, showRow } = usePressGuard();
  const answer = useAnswer(view, onDecide);
  const [notice, setNotice] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const { setWhole: setChanges, all, look } = useSeen();
  const hasChanged = view.changes !== undefined;
  const [wasReady, setWasReady] = useState(false);
  if (ready && !wasReady) setWasReady(true);
  // A note, a refusal or a message makes this card taller, and its own buttons move.
  useLayoutEffect(noticeMovement);

  const whenOpen = (press: () => void) => () => {
    if (answer.closed) return;
    setNotice(null);
    press();
  };

  const whenSeen = (press: () => void) => () => (hasChanged && !look() ? setNotice(say("readChanges")) : press());

  const command = (press: () => void) => (at: number) => {
    if (admitsCommand(at)) return whenOpen(press)();
    setNotice(say("theCardsButtonsWereOut"));
    showRow();
  };

  return {
    answer,
    setRow,
    guard,
    ready,
    wasReady,
    inert: !ready || answer.closed,
    notice,
    say: setNotice,
    note,
    setNote,
    setChanges,
    unseen: hasChanged && !all ? say("readChanges") : null,
    send: (input) => {
      const words = note?.trim();
      answer.send(words ? { ...input, note: words } : input);
    },
    respond: (response) => answer.send({ action: "respond", response }),
    answering: (press, options) =>
      guard({
        press: whenOpen(options?.accepts === true ? whenSeen(press) : press),
        refuse: (why) => setNotice(say(why === "enter" ? "notByEnter" : "tooSoon")),
        ignoresEnter: options?.accepts === true,
      }),
    onKeyDown: ({ accept, decline }) => commandKeys({ accept: command(whenSeen(accept)), decline: command(decline) }),
  };
}
