"use client";

import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import type { OwnSession } from "#lib/people/own-session.ts";
import { Browsers } from "./browsers.tsx";
import { SignOut } from "./sign-out.tsx";

/** The people page of an app that is one person's. */
export function NoTeam({ browsers }: { browsers: OwnSession[] }) {
  return (
    <>
      <PageTitle title="People" />
      <section aria-labelledby="people">
        <SectionHead id="people" title="People">
          This app is yours alone. To share it with a team, start it with{" "}
          <code className="font-mono text-small text-ink">AUTH=team</code> and open the link it prints: your chats stay
          yours, and you can invite others.
        </SectionHead>
      </section>
      <Browsers browsers={browsers} />
      <section aria-labelledby="leave" className="flex flex-col gap-4">
        <SectionHead id="leave" title="Sign out">
          To come back, a browser needs a new link. To get one, run{" "}
          <code className="font-mono text-small text-ink">npm run link</code> where Countersign is installed. A browser
          that is not used for a month is signed out by itself.
        </SectionHead>
        <SignOut />
      </section>
    </>
  );
}
