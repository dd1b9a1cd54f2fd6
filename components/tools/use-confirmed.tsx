"use client";

import type { ReactNode } from "react";
import type { Asking } from "./reduce-oversight.tsx";
import { useQuestion } from "./use-question.tsx";
import { sendChange, type ChangeReply } from "./send-change.ts";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

export type Change = Parameters<typeof sendChange>[0];
/** `kept`: the person was asked about what it lowers, and left everything as it is. */
type Settled = Exclude<ChangeReply, { confirm: string }> | { kept: true };

/** Sends a change; asks before one that lowers protection. `question` holds the dialog. `send` never rejects. */
export function useConfirmed(asking?: Asking): { send: (change: Change) => Promise<Settled>; question: ReactNode } {
  const say = useSay(toolWords);
  const { ask, question } = useQuestion(asking);
  const send = async (change: Change): Promise<Settled> => {
    const sent = await sendChange(change);
    if (!("confirm" in sent)) return sent;
    if (!(await ask(sent.confirm))) return { kept: true };
    const again = await sendChange({ ...change, body: { ...change.body, confirm: sent.confirm } });
    return "confirm" in again ? { problem: say("itChangedMeanwhile") } : again;
  };
  return { send, question };
}
