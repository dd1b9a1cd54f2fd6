"use client";

import { useState, type ReactNode } from "react";
import { ReduceOversight, type Asking } from "./reduce-oversight.tsx";

/** The question that stands before whatever lowers protection. `question` holds the dialog. */
export function useQuestion(asking?: Asking): { ask: (sentence: string) => Promise<boolean>; question: ReactNode } {
  const [asked, setAsked] = useState<{ sentence: string; answer: (yes: boolean) => void } | null>(null);
  const ask = async (sentence: string) => {
    const yes = await new Promise<boolean>((answer) => setAsked({ sentence, answer }));
    setAsked(null);
    return yes;
  };
  const question =
    asked === null ? null : (
      <ReduceOversight
        asking={asking}
        sentence={asked.sentence}
        onConfirm={() => asked.answer(true)}
        onCancel={() => asked.answer(false)}
      />
    );
  return { ask, question };
}
