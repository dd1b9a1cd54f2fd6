"use client";

import { Trouble } from "./trouble.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** Shown in place of what the store had no turn for. */
export function TooMuch() {
  const say = useSay(uiWords);
  return (
    <div role="alert" className="mx-auto flex h-full max-w-[34rem] flex-col justify-center gap-5 px-6">
      <Trouble title={say("tooMuchIsAskedAt")}>{say("nothingWasApprovedAndNothing")}</Trouble>
    </div>
  );
}
