"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { ApiKey } from "#lib/people/api-key.ts";
import type { Scope } from "#lib/people/scope.ts";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { Button } from "#components/ui/button.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { KeyRow } from "./key-row.tsx";
import type { ToolToChoose } from "./tool-choices.tsx";
import { NewKey } from "./new-key.tsx";

type Props = { keys: ApiKey[]; personId: string; offered: Scope[]; tools: ToolToChoose[] };

/** The keys by which programs act for people: make one, see what each is good for, end one. */
export function KeysScreen({ keys, personId, offered, tools }: Props) {
  const router = useRouter();
  const [making, setMaking] = useState(false);
  // The tools to choose from come and go with their servers.
  useEffect(
    () =>
      onAppEvent(({ type }) => {
        if (type === "servers" || type === "resync") router.refresh();
      }),
    [router],
  );
  const [now] = useState(() => Date.now());
  const stands = ({ revokedAt, expiresAt }: ApiKey) => revokedAt === null && expiresAt > now;
  const standing = keys.filter(stands);
  const ended = keys.filter((key) => !stands(key));
  return (
    <section aria-labelledby="keys" className="flex flex-col gap-6">
      <PageTitle title="API keys" />
      <SectionHead
        id="keys"
        title="API keys"
        action={
          <Button look="primary" onClick={() => setMaking(true)}>
            New key
          </Button>
        }
      >
        A program with a key acts in your name, and only for what the key is good for. How to use one is in
        docs/rest.md; the API describes itself at <code className="font-mono text-small">/api/openapi.json</code>.
      </SectionHead>
      {standing.length === 0 ? (
        <p className="text-muted">No active keys.</p>
      ) : (
        <ul className="flex flex-col border-t border-line">
          {standing.map((key) => (
            <KeyRow key={key.id} apiKey={key} tools={tools} isOwn={key.owner.id === personId} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer py-2.5 text-muted">Revoked or expired: {ended.length}</summary>
          <ul className="flex flex-col border-t border-line">
            {ended.map((key) => (
              <KeyRow key={key.id} apiKey={key} tools={tools} isOwn={key.owner.id === personId} hasEnded />
            ))}
          </ul>
        </details>
      )}
      {making ? <NewKey offered={offered} tools={tools} onClose={() => setMaking(false)} /> : null}
    </section>
  );
}
