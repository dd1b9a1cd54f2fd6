"use client";

import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import type { OwnSession } from "#lib/people/own-session.ts";
import { Browsers } from "./browsers.tsx";
import { SignOut } from "./sign-out.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

/** The people page of an app that is one person's. */
export function NoTeam({ browsers }: { browsers: OwnSession[] }) {
  const say = useSay(peopleWords);
  return (
    <>
      <PageTitle title={say("people")} />
      <section aria-labelledby="people">
        <SectionHead id="people" title={say("people")}>
          {say.rich("thisAppIsYoursAlone", {
            code: (held) => <code className="font-mono text-small text-ink">{held}</code>,
          })}
        </SectionHead>
      </section>
      <Browsers browsers={browsers} />
      <section aria-labelledby="leave" className="flex flex-col gap-4">
        <SectionHead id="leave" title={say("signOut")}>
          {say.rich("toComeBackABrowser", {
            code: (held) => <code className="font-mono text-small text-ink">{held}</code>,
          })}
        </SectionHead>
        <SignOut />
      </section>
    </>
  );
}
