"use client";

import { useState } from "react";
import { type KnownServer, foundServerOf, knownServers } from "#lib/imports/known-servers.ts";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { Button } from "#components/ui/button.tsx";
import { ImportServers } from "./import-servers.tsx";
import type { Rights } from "./rights.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = { servers: ServerOnPage[]; rights: Rights; onAdded: (id?: string) => void };

/** Servers that many people use, each of them a press away from being looked at. */
export function KnownList({ servers, rights, onAdded }: Props) {
  const say = useSay(toolWords);
  const reword = useReword();
  const [connecting, setConnecting] = useState<KnownServer | null>(null);
  const taken = new Set(servers.map(({ id }) => id));
  const offered = knownServers
    .map((known) => ({ known, found: foundServerOf(known) }))
    .filter(({ found }) => rights.programs || found.entry.url !== undefined);
  return (
    <section aria-labelledby="known-servers" className="flex flex-col gap-4">
      <h2 id="known-servers" className="font-serif text-title">
        {say("wellKnownServers")}
      </h2>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {offered.map(({ known, found }) => (
          <li key={known.name} className="flex items-center justify-between gap-4 py-3">
            <div className="flex min-w-0 flex-col gap-0.5 wrap-anywhere">
              <p className="font-medium">
                {known.name}{" "}
                <span className="text-small font-normal text-muted">{say("knownRisk", { risk: known.risk })}</span>
              </p>
              <p className="text-small">{reword(known.does)}</p>
              <p className="text-small text-muted">{say("signInBy", { how: reword(known.signIn) })}</p>
            </div>
            {taken.has(found.id) ? (
              <p className="text-small text-muted">{say("added")}</p>
            ) : (
              <Button
                tight
                className="shrink-0"
                aria-label={say("connectName", { name: known.name })}
                onClick={() => setConnecting(known)}
              >
                {say("connect")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {connecting === null ? null : (
        <ImportServers
          known={connecting}
          servers={servers}
          rights={rights}
          onAdded={onAdded}
          onClose={() => setConnecting(null)}
        />
      )}
    </section>
  );
}
