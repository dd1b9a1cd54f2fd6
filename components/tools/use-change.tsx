"use client";

import { useState, type ReactNode } from "react";
import { ReduceOversight, type Asking } from "./reduce-oversight.tsx";
import { sendChange, type Sent } from "./send-change.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";

type Change = Parameters<typeof sendChange>[0];

/**
 * Sends changes one at a time; asks before a change that lowers protection. `shown` holds the question and the error.
 */
export function useChange(
  onDone: () => void,
  asking?: Asking,
): {
  change: (change: Change) => Promise<boolean>;
  busy: boolean;
  problem: string | null;
  shown: ReactNode;
} {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ change: Change; sentence: string; answer: (done: boolean) => void } | null>(
    null,
  );

  const take = (sent: Sent): boolean => {
    if ("problem" in sent) setProblem(sent.problem);
    if ("done" in sent) onDone();
    return "done" in sent;
  };
  const change = async (wanted: Change): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    const sent = await sendChange(wanted);
    setBusy(false);
    if (!("confirm" in sent)) return take(sent);
    return new Promise((answer) => setAsked({ change: wanted, sentence: sent.confirm, answer }));
  };
  const confirm = async () => {
    if (asked === null) return;
    const { change: wanted, sentence, answer } = asked;
    setAsked(null);
    setBusy(true);
    const sent = await sendChange({ ...wanted, body: { ...wanted.body, confirm: sentence } });
    setBusy(false);
    answer(take("confirm" in sent ? { problem: "It changed meanwhile. Look again, then repeat it." } : sent));
  };
  const cancel = () => {
    asked?.answer(false);
    setAsked(null);
  };
  const shown = (
    <>
      <ProblemLine problem={problem} />
      {asked === null ? null : (
        <ReduceOversight asking={asking} sentence={asked.sentence} onConfirm={() => void confirm()} onCancel={cancel} />
      )}
    </>
  );
  return { change, busy, problem, shown };
}
