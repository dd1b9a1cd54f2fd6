"use client";

import { useState } from "react";
import { useSay } from "#components/browser/speech.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { peopleWords } from "./words.en.ts";

/** Whether new chats show the words around a call to who may answer it. */
export function NewChats({ shown: given }: { shown: boolean }) {
  const say = useSay(peopleWords);
  const [shown, setShown] = useState(given);
  const { sending, problem, send } = useSending();
  const change = async (on: boolean) => {
    setShown(on);
    if ((await send("PUT", "/api/chats/shown", { on })) === null) setShown(!on);
  };
  return (
    <div className="flex max-w-[42rem] flex-col gap-2">
      <SwitchField
        label={say("showReviewersNewChats")}
        hint={say("whoMayAnswerThenReads")}
        checked={shown}
        disabled={sending}
        onChange={(on) => void change(on)}
      />
      <ProblemLine problem={problem} />
    </div>
  );
}
