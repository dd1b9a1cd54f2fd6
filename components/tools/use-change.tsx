"use client";

import { useState, type ReactNode } from "react";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import type { Asking } from "./reduce-oversight.tsx";
import { type Change, useConfirmed } from "./use-confirmed.tsx";

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
  const { send, question } = useConfirmed(asking);
  const change = async (wanted: Change): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    const sent = await send(wanted);
    setBusy(false);
    if ("problem" in sent) setProblem(sent.problem);
    if ("done" in sent) onDone();
    return "done" in sent;
  };
  const shown = (
    <>
      <ProblemLine problem={problem} />
      {question}
    </>
  );
  return { change, busy, problem, shown };
}
