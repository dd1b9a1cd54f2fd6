import type { ReactNode } from "react";
import { Rosette } from "#components/ui/rosette.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** What a person sees who is not signed in yet. */
export function Entrance({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  const say = useSay(signInWords);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[28rem] flex-col justify-center gap-6 px-6 py-10">
      <title>{say("titleCountersign", { title })}</title>
      <Rosette weave="fine" className="size-16 text-accent" />
      <h1 className="font-serif text-display text-balance">{title}</h1>
      {lead === undefined ? null : <p className="text-large text-muted">{lead}</p>}
      {children}
    </main>
  );
}
