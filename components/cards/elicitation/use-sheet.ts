"use client";

import { useState } from "react";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { SubjectOf } from "#lib/approvals/subjects/subjects.ts";
import type { Card } from "#components/cards/parts/use-card.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** null content: an answer is missing or wrong. */
export type SheetResult = { content: JsonObject | null };

export type Sheet = {
  /** Submits or approves; null when this form must not be answered. */
  accept: (() => void) | null;
  /** Why Submit does not work yet. */
  off: string | null;
  setBody: (body: HTMLElement | null) => void;
  showProblems: boolean;
  setResult: (result: SheetResult) => void;
};

/**
 * What a server's form sends when the person says yes: the fixed content of a confirm, or the answers. A yes counts
 * only after everything that the server says was on the screen.
 */
export function useSheet(card: Card, { confirm, refused }: SubjectOf<"form">, wasSeen: () => boolean): Sheet {
  const say = useSay(cardWords);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [result, setResult] = useState<SheetResult | null>(null);
  const [showProblems, setShowProblems] = useState(false);

  const accept = () => {
    const content = confirm ?? result?.content ?? null;
    if (content !== null) return wasSeen() ? card.send({ action: "accept", content }) : card.say(say("readFirst"));
    if (result === null) return card.say(say("theFormIsStillOpening"));
    setShowProblems(true);
    card.say(say("someAnswersNeedCorrectingThey"));
    // The error marks must be drawn first.
    requestAnimationFrame(() => body?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };

  const off = confirm === null && result === null ? say("theFormIsStillOpening") : null;
  return { accept: refused === null ? accept : null, off, setBody, showProblems, setResult };
}
