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

/** Every standing grant of this person, to read and to revoke, and those that have ended below. */
export function GrantsScreen({ standing, ended, tools }: GrantList & { tools: GrantableTool[] }) {
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
      <PageTitle title="Grants" />
      <SectionHead
        id="grants"
        title="Grants"
        action={tools.length === 0 ? null : <Button onClick={() => setGiving(true)}>New grant</Button>}
      >
        What you have allowed to run without asking you again. You give a grant on a card, under “More options”. Once it
        is revoked, nothing starts on it any more.
      </SectionHead>
      {standing.length === 0 ? (
        <p className="text-muted">There are no standing grants: every call that should ask you does.</p>
      ) : (
        <ul aria-label="Standing grants" className="flex flex-col border-t border-line">
          {standing.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details open={standing.length === 0}>
          <summary className="cursor-pointer py-2.5 text-muted">Ended: {ended.length}</summary>
          <ul aria-label="Ended grants" className="flex flex-col border-t border-line">
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
