"use client";

import { useId, useLayoutEffect, useState } from "react";
import { longestResponse } from "#lib/approvals/decision.ts";
import { Button } from "#components/ui/button.tsx";
import { sendKey } from "#components/cards/press/command-keys.ts";
import { noticeMovement } from "#components/cards/press/notice-movement.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = { closed: boolean; onAnswer: (response: string) => void };

/** A person gives the result in the tool's place; the tool does not run. */
export function AnswerInstead({ closed, onAnswer }: Props) {
  const say = useSay(cardWords);
  const id = useId();
  const [text, setText] = useState("");
  useLayoutEffect(noticeMovement);
  const off = closed || text.trim() === "";
  const send = () => {
    if (!off) onAnswer(text.trim());
  };
  return (
    <div>
      <label htmlFor={id} className="text-small font-semibold">
        {say("answerInsteadOfTheTool")}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={longestResponse}
        value={text}
        readOnly={closed}
        aria-describedby={`${id}hint`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendKey(send)}
        className="mt-1 block min-h-11 w-full rounded-md border border-line-strong bg-sheet px-3 py-2 text-base"
      />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p id={`${id}hint`} className="min-w-0 grow basis-60 text-fine text-muted">
          {say("theToolDoesNotRun")}
        </p>
        <Button tight className="aria-disabled:opacity-55" aria-disabled={off} onClick={send}>
          {say("sendMyAnswer")}
        </Button>
      </div>
    </div>
  );
}
