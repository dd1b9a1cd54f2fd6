"use client";

import { Trouble } from "#components/ui/trouble.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { pageWords } from "./words.en.ts";

export default function PageError() {
  const say = useSay(pageWords);
  return (
    <div role="alert" className="mx-auto flex h-full max-w-[34rem] flex-col justify-center gap-5 px-6">
      <Trouble title={say("thisPageCouldNot")}>{say("theLogSaysMore")}</Trouble>
    </div>
  );
}
