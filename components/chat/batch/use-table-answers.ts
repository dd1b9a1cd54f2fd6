"use client";

import { useRef, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { shownBy } from "#components/cards/parts/shown-by.ts";
import { useChat } from "#components/chat/live/use-live-chat.ts";

/** What became of an answer that is not on the record yet; `message` is the server's text. */
export type RowAnswer = { phase: "sending" } | { phase: "refused"; message: string };

/** Answers calls one after another, each by a decision of its own: one that fails holds up none of the others. */
export function useTableAnswers() {
  const chat = useChat();
  const [answers, setAnswers] = useState<ReadonlyMap<string, RowAnswer>>(new Map());
  const busy = useRef(new Set<string>());

  const decide = async (view: ApprovalView, action: "accept" | "decline"): Promise<RowAnswer | null> => {
    try {
      const result = await chat.decide(view.approvalId, { action, ...shownBy(view) });
      return result.ok ? null : { phase: "refused", message: result.message };
    } catch (error) {
      console.error("A call of a table could not be answered", error);
      return { phase: "refused", message: "We couldn't confirm your answer. Try again; it counts only once." };
    }
  };

  const answer = async (views: readonly ApprovalView[], action: "accept" | "decline"): Promise<void> => {
    const fresh = views.filter(({ approvalId }) => !busy.current.has(approvalId));
    for (const { approvalId } of fresh) busy.current.add(approvalId);
    setAnswers(
      (before) => new Map([...before, ...fresh.map((view) => [view.approvalId, { phase: "sending" }] as const)]),
    );
    for (const view of fresh) {
      const problem = await decide(view, action);
      if (problem === null) continue;
      busy.current.delete(view.approvalId);
      setAnswers((before) => new Map(before).set(view.approvalId, problem));
    }
  };
  return { answers, answer };
}
