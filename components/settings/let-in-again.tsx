"use client";

import { useRouter } from "next/navigation";
import { useQuestion } from "#components/tools/use-question.tsx";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";

/** Lets a client of the operator's issuer in again, after a question. */
export function LetInAgain({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const { problem, send } = useSending();
  const { ask, question } = useQuestion({ title: "Let it in again?", yes: "Let it in" });
  const letIn = async () => {
    if (!(await ask(`${name} may then use the tools again, by the same rules as before.`))) return;
    await send("POST", `/api/keys/${encodeURIComponent(id)}/let-in`, {});
    router.refresh();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemLine problem={problem} />
      <Button tight aria-label={`Let in again: ${name}`} onClick={() => void letIn()}>
        Let in again
      </Button>
      {question}
    </div>
  );
}
