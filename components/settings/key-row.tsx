"use client";

import { useState } from "react";
import type { ApiKey } from "#lib/people/api-key.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { LetInAgain } from "./let-in-again.tsx";
import { NarrowKey } from "./narrow-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import type { ToolToChoose } from "./tool-choices.tsx";
import { scopeWords } from "./scope-words.ts";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

type Props = { apiKey: ApiKey; isOwn: boolean; tools: ToolToChoose[]; hasEnded?: boolean; mayLetIn?: boolean };

/** One key, with what it is good for. Revoking asks once more, in the same place; so does letting its client in again. */
export function KeyRow({ apiKey, isOwn, tools, hasEnded = false, mayLetIn = false }: Props) {
  const say = useSay(settingsWords);
  const [narrowing, setNarrowing] = useState(false);
  const { id, name, owner, scopes, attests, client, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  const titleOf = (wireName: string) => tools.find((tool) => tool.name === wireName)?.title ?? wireName;
  return (
    <ListRow
      end={
        hasEnded ? (
          mayLetIn ? (
            <LetInAgain id={id} name={name} />
          ) : null
        ) : (
          <div className="flex flex-wrap gap-2">
            {scopes.includes("tools:call") ? (
              <Button tight look="quiet" aria-label={say("toolsOfName", { name })} onClick={() => setNarrowing(true)}>
                {say("tools")}
              </Button>
            ) : null}
            <RevokeKey id={id} name={name} />
          </div>
        )
      }
    >
      <p className="font-medium break-words">
        <VisibleText text={name} />
        {isOwn ? null : (
          <span className="font-normal text-muted">
            {" "}
            {say.rich("ofName", { name: <VisibleText text={owner.name} /> })}
          </span>
        )}
      </p>
      <p className="text-small">
        {scopes.map((scope) => say(scopeWords[scope].label)).join(" · ")}
        {attests === null ? "" : ` ${say("anApproveInItsClient", { attests })}`}
      </p>
      {apiKey.tools === null ? null : (
        <p className="text-small break-words">
          {say.rich("itsClientIsOfferedOnly", {
            titleOf:
              apiKey.tools.length === 0 ? say("noTool") : <VisibleText text={apiKey.tools.map(titleOf).join(", ")} />,
          })}
        </p>
      )}
      <p className="text-small text-muted">
        {client === null ? (
          <>{say.rich("csIdMade", { code: (held) => <code className="font-mono break-all">{held}</code>, id })}</>
        ) : (
          <>
            {say.rich("ofHostLetIn", {
              host: (
                <code className="font-mono break-all">
                  <VisibleText text={client.host} />
                </code>
              ),
            })}
          </>
        )}{" "}
        <ClockTime at={createdAt} />,{" "}
        {lastUsedAt === null ? (
          say("neverUsed")
        ) : (
          <>{say.rich("lastUsedLastusedat", { lastUsedAt: <ClockTime at={lastUsedAt} /> })}</>
        )}
        ,{" "}
        {revokedAt === null ? (
          <>{say.rich(hasEnded ? "expiredAt" : "expiresAt", { at: <ClockTime at={expiresAt} /> })}</>
        ) : (
          <>{say.rich("revokedRevokedat", { revokedAt: <ClockTime at={revokedAt} /> })}</>
        )}
      </p>
      {narrowing ? <NarrowKey apiKey={apiKey} tools={tools} onClose={() => setNarrowing(false)} /> : null}
    </ListRow>
  );
}
