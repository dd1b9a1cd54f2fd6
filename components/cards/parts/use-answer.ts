"use client";

import { useRef, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { ApprovalCardProps, DecideInput } from "./card-props.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";
import { shownBy, type Shown } from "./shown-by.ts";

export type AnswerState =
  | { phase: "open" }
  | { phase: "sending" }
  /** Taken; the settled view is on its way. */
  | { phase: "taken" }
  /** Somebody or something else settled it first. */
  | { phase: "overtaken"; message: string }
  | { phase: "refused"; message: string; fields: FieldProblem[]; seen?: string };

/** What the person says; the rest of an answer is what the card showed. */
export type Said = Omit<DecideInput, keyof Shown | "seen">;

export type CardAnswer = {
  state: AnswerState;
  /** Nothing more can be sent: it is on its way or the approval is settled. */
  closed: boolean;
  send: (input: Said) => void;
};

/** Sends one answer at a time, however often a button is pressed (THREATS A2). */
export function useAnswer(view: ApprovalView, onDecide: ApprovalCardProps["onDecide"]): CardAnswer {
  const [state, setState] = useState<AnswerState>({ phase: "open" });
  const busy = useRef(false);
  const say = useSay(uiWords);

  const send = async (input: Said) => {
    if (busy.current) return;
    busy.current = true;
    const seen = state.phase === "refused" && state.seen !== undefined ? { seen: state.seen } : {};
    setState({ phase: "sending" });
    const next = await decide(onDecide, { ...input, ...seen, ...shownBy(view) }, say("notConfirmed"));
    busy.current = next.phase !== "refused";
    setState(next);
  };

  return { state, closed: state.phase !== "open" && state.phase !== "refused", send: (input) => void send(input) };
}

/** `unsure` says that nobody knows whether the answer arrived. */
async function decide(
  onDecide: ApprovalCardProps["onDecide"],
  input: DecideInput,
  unsure: string,
): Promise<AnswerState> {
  try {
    const result = await onDecide(input);
    if (result.ok) return { phase: "taken" };
    if (result.settled) return { phase: "overtaken", message: result.message };
    const { message, fields = [], seen } = result;
    return { phase: "refused", message, fields, ...(seen === undefined ? {} : { seen }) };
  } catch (error) {
    // The answer may have been taken anyway; the cause goes to the console.
    console.error("The answer could not be sent", error);
    return { phase: "refused", message: unsure, fields: [] };
  }
}
