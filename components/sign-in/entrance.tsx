import type { ReactNode } from "react";
import { Rosette } from "#components/ui/rosette.tsx";

/** What a person sees who is not signed in yet. */
export function Entrance({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[28rem] flex-col justify-center gap-6 px-6 py-10">
      <title>{`${title} · Countersign`}</title>
      <Rosette weave="fine" className="size-16 text-accent" />
      <h1 className="font-serif text-display text-balance">{title}</h1>
      {lead === undefined ? null : <p className="text-large text-muted">{lead}</p>}
      {children}
    </main>
  );
}
