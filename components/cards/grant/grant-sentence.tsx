"use client";

import { useState } from "react";
import type { GrantTerms } from "#lib/grants/grant.ts";
import { grantSentence, type GrantedTool } from "#lib/grants/grant-sentence.ts";
import { useHydrated } from "#components/browser/use-hydrated.ts";
import { untilInWords } from "./until-in-words.ts";
import { useSpeech } from "#components/browser/speech.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** A grant in the sentence that was signed, its end by the reader's own clock. */
export function GrantSentence({ terms, ...about }: GrantedTool & { terms: GrantTerms }) {
  // The server does not know the reader's time zone: it draws UTC, and the browser corrects it when it takes over.
  const inBrowser = useHydrated();
  const speech = useSpeech();
  const [now] = useState(() => Date.now());
  const end = inBrowser
    ? untilInWords(terms.until, now, speech)
    : untilInWords(terms.until, terms.until ?? 0, speech, "UTC");
  return <VisibleText text={grantSentence(about, terms, end, speech)} />;
}
