"use client";

import { Trouble } from "#components/ui/trouble.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { pageWords } from "./words.en.ts";
import "./globals.css";

/** Replaces the whole page when not even its frame can be drawn: without the store nobody is known, nor their language. */
export default function GlobalError() {
  const say = useSay(pageWords);
  return (
    <html lang="en">
      <body>
        <main role="alert" className="mx-auto flex min-h-dvh max-w-[34rem] flex-col justify-center gap-5 px-6">
          <title>{say("notAvailable")}</title>
          <Trouble title={say("countersignIsNot")}>{say("theLogSaysWhy")}</Trouble>
        </main>
      </body>
    </html>
  );
}
