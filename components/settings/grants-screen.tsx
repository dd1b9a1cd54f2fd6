"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { GrantableTool, GrantList } from "#lib/grants/grant-view.ts";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { Button } from "#components/ui/button.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { GrantRow } from "./grant-row.tsx";
import { NewGrant } from "./new-grant.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

/** Every standing grant of this person, to read and to revoke, and those that have ended below. */
export function GrantsScreen({ standing, ended, tools }: GrantList & { tools: GrantableTool[] }) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const [giving, setGiving] = useState(false);
  useEffect(() => {
    // A grant may have been used, used up or revoked elsewhere while this page was hidden.
    const look = () => {
      if (document.visibilityState === "visible") router.refresh();
    };
    document.addEventListener("visibilitychange", look);
    // Tools come and go with their servers.
    const stop = onAppEvent(({ type }) => {
      if (type === "servers" || type === "resync") look();
    });
    return () => {
      stop();
      document.removeEventListener("visibilitychange", look);
    };
  }, [router]);
  return (
    <section aria-labelledby="grants" className="flex flex-col gap-6">
      <PageTitle title={say("grants")} />
      <SectionHead
        id="grants"
        title={say("grants")}
        action={tools.length === 0 ? null : <Button onClick={() => setGiving(true)}>{say("newGrant")}</Button>}
      >
        {say("whatYouHaveAllowedTo")}
      </SectionHead>
      {standing.length === 0 ? (
        <p className="text-muted">{say("thereAreNoStandingGrants")}</p>
      ) : (
        <ul aria-label={say("standingGrants")} className="flex flex-col border-t border-line">
          {standing.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details open={standing.length === 0}>
          <summary className="cursor-pointer py-2.5 text-muted">
            {say.rich("endedEnded", { ended: ended.length })}
          </summary>
          <ul aria-label={say("endedGrants")} className="flex flex-col border-t border-line">
            {ended.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </ul>
        </details>
      )}
      {giving ? <NewGrant tools={tools} onClose={() => setGiving(false)} /> : null}
    </section>
  );
}
