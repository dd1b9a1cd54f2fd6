"use client";

import { Button } from "./button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** Shown in place of something that could not be drawn, with the button that loads the page anew. */
export function Trouble({ title, children }: { title: string; children: string }) {
  const say = useSay(uiWords);
  return (
    <>
      <h1 className="font-serif text-display text-balance">{title}</h1>
      <p className="text-large text-muted">{children}</p>
      <p>
        <Button look="primary" onClick={() => window.location.reload()}>
          {say("tryAgain")}
        </Button>
      </p>
    </>
  );
}
