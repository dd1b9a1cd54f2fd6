"use client";

import { useRouter } from "next/navigation";
import { useQuestion } from "#components/tools/use-question.tsx";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

/** Lets a client of the operator's issuer in again, after a question. */
export function LetInAgain({ id, name }: { id: string; name: string }) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const { problem, send } = useSending();
  const { ask, question } = useQuestion({ title: say("letItInAgain"), yes: say("letItIn") });
  const letIn = async () => {
    if (!(await ask(say("nameMayThenUseThe", { name })))) return;
    await send("POST", `/api/keys/${encodeURIComponent(id)}/let-in`, {});
    router.refresh();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemLine problem={problem} />
      <Button tight aria-label={say("letInAgainName", { name })} onClick={() => void letIn()}>
        {say("letInAgain")}
      </Button>
      {question}
    </div>
  );
}
