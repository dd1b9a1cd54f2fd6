"use client";

import { useState } from "react";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";

/** Whether new chats show the words around a call to who may answer it. */
export function NewChats({ shown: given }: { shown: boolean }) {
  const [shown, setShown] = useState(given);
  const { sending, problem, send } = useSending();
  const change = async (on: boolean) => {
    setShown(on);
    if ((await send("PUT", "/api/chats/shown", { on })) === null) setShown(!on);
  };
  return (
    <div className="flex max-w-[42rem] flex-col gap-2">
      <SwitchField
        label="Show reviewers the words around calls of my new chats"
        hint="Who may answer a call for you then reads, as long as it waits, what you and the assistant wrote before it. Each chat has this switch too, in its settings; chats that are there stay as they are."
        checked={shown}
        disabled={sending}
        onChange={(on) => void change(on)}
      />
      <ProblemLine problem={problem} />
    </div>
  );
}
