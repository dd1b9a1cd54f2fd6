"use client";

import { useRef, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { shownBy } from "#components/cards/parts/shown-by.ts";
import type { LiveChat } from "#components/chat/live/live-chat.ts";

/** What became of one call of a batch; `message` is the server's text. */
export type BatchAnswer = { phase: "sending" } | { phase: "approved" } | { phase: "not-approved"; message: string };

/** Approves calls one after another, each by a decision of its own: one that fails holds up none of the others. */
export function useBatch(chat: LiveChat, views: readonly ApprovalView[]) {
  const [answers, setAnswers] = useState<ReadonlyMap<string, BatchAnswer>>(new Map());
  const [phase, setPhase] = useState<"open" | "sending" | "done">("open");
  const begun = useRef(false);

  const approveAll = async (): Promise<boolean> => {
    if (begun.current) return false;
    begun.current = true;
    setPhase("sending");
    let all = true;
    for (const view of views) {
      const set = (answer: BatchAnswer) => setAnswers((before) => new Map(before).set(view.approvalId, answer));
      set({ phase: "sending" });
      const answer = await decide(chat, view);
      all &&= answer.phase === "approved";
      set(answer);
    }
    setPhase("done");
    return all;
  };
  return { answers, phase, approveAll };
}

async function decide(chat: LiveChat, view: ApprovalView): Promise<BatchAnswer> {
  try {
    const result = await chat.decide(view.approvalId, { action: "accept", ...shownBy(view) });
    return result.ok ? { phase: "approved" } : { phase: "not-approved", message: result.message };
  } catch (error) {
    console.error("A call of a batch could not be approved", error);
    return { phase: "not-approved", message: "Countersign did not answer. Look at its card." };
  }
}
