"use client";

import { useState } from "react";
import { policyServer } from "#components/settings/policies/policy-server.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useQuestion } from "./use-question.tsx";

type Props = { name: string; label: string; ruleId: string; loosens: string; onRemoved: () => void };

/** Removes a rule of the app that held calls back, after the question that stands before whatever loosens. */
export function RemoveLooser({ name, label, ruleId, loosens, onRemoved }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const { ask, question } = useQuestion();
  const remove = async () => {
    setProblem(null);
    if (!(await ask(loosens))) return;
    const done = await policyServer.removeRule(ruleId);
    if ("problem" in done) setProblem(done.problem);
    else onRemoved();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemLine problem={problem} />
      <Button tight aria-label={label} onClick={() => void remove()}>
        {name}
      </Button>
      {question}
    </div>
  );
}
