"use client";

import Link from "next/link";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { pageWords } from "./words.en.ts";

export default function NotFound() {
  const say = useSay(pageWords);
  return (
    <div className="flex h-full min-w-0 flex-col">
      <title>{say("notFoundTitle")}</title>
      <PageHeader title={say("notFound")} />
      <div className="mx-auto flex min-h-0 w-full max-w-[34rem] flex-1 flex-col justify-center gap-5 px-6">
        <Rosette weave="fine" className="size-16 text-accent" />
        <h2 className="font-serif text-display text-balance">{say("thereIsNothingHere")}</h2>
        <p className="text-large text-muted">
          {say.rich("ifThisWasAChat", {
            link: (held) => (
              <Link href="/" className="text-accent underline underline-offset-4">
                {held}
              </Link>
            ),
          })}
        </p>
      </div>
    </div>
  );
}
