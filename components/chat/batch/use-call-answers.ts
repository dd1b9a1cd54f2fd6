"use client";

import { useRef, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { DecideInput, DecideResult } from "#components/cards/parts/card-props.ts";
import { shownBy } from "#components/cards/parts/shown-by.ts";
import { sayInTab } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

export type Decide = (approvalId: string, input: DecideInput) => Promise<DecideResult>;

/** What became of the answer to one call; `message` is the server's text. The record of what was taken may follow later. */
export type CallAnswer =
  | { phase: "sending" }
  | { phase: "taken"; action: "accept" | "decline" }
  | { phase: "refused"; message: string };

/** Answers calls one after another, each by a decision of its own: one that fails holds up none of the others. */
export function useCallAnswers(decide: Decide) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, CallAnswer>>(new Map());
  const begun = useRef(new Set<string>());
  const set = (of: readonly ApprovalView[], answer: CallAnswer) =>
    setAnswers((before) => new Map([...before, ...of.map(({ approvalId }) => [approvalId, answer] as const)]));

  const one = async (view: ApprovalView, action: "accept" | "decline"): Promise<CallAnswer> => {
    try {
      const result = await decide(view.approvalId, { action, ...shownBy(view) });
      return result.ok ? { phase: "taken", action } : { phase: "refused", message: result.message };
    } catch (error) {
      console.error("A call could not be answered", error);
      return { phase: "refused", message: sayInTab(chatWords)("answerNotConfirmed") };
    }
  };

  /** Resolves with whether each of them was taken. */
  const answer = async (views: readonly ApprovalView[], action: "accept" | "decline"): Promise<boolean> => {
    const fresh = views.filter(({ approvalId }) => !begun.current.has(approvalId));
    for (const { approvalId } of fresh) begun.current.add(approvalId);
    set(fresh, { phase: "sending" });
    let all = true;
    for (const view of fresh) {
      const said = await one(view, action);
      set([view], said);
      if (said.phase === "taken") continue;
      begun.current.delete(view.approvalId);
      all = false;
    }
    return all;
  };
  return { answers, answer };
}

/** From the press until the record shows what became of it. */
export function isOnItsWay(answer: CallAnswer | undefined): boolean {
  return answer !== undefined && answer.phase !== "refused";
}
