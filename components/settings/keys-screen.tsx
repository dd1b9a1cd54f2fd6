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
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

type Props = { keys: ApiKey[]; personId: string; offered: Scope[]; tools: ToolToChoose[] };

/** The keys by which programs act for people: make one, see what each is good for, end one. */
export function KeysScreen({ keys, personId, offered, tools }: Props) {
  const say = useSay(settingsWords);
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
      <PageTitle title={say("apiKeys")} />
      <SectionHead
        id="keys"
        title={say("apiKeys")}
        action={
          <Button look="primary" onClick={() => setMaking(true)}>
            {say("newKey")}
          </Button>
        }
      >
        {say.rich("aProgramWithAKey", { code: (held) => <code className="font-mono text-small">{held}</code> })}
      </SectionHead>
      {standing.length === 0 ? (
        <p className="text-muted">{say("noActiveKeys")}</p>
      ) : (
        <ul className="flex flex-col border-t border-line">
          {standing.map((key) => (
            <KeyRow key={key.id} apiKey={key} tools={tools} isOwn={key.owner.id === personId} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer py-2.5 text-muted">
            {say.rich("revokedOrExpiredEnded", { ended: ended.length })}
          </summary>
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
