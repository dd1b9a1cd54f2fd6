"use client";

import { useRouter } from "next/navigation";
import type { ApiKey } from "#lib/people/api-key.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { AsksOnceMore } from "#components/ui/asks-once-more.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { scopeWords } from "./scope-words.ts";

type Props = { apiKey: ApiKey; isOwn: boolean; hasEnded?: boolean };

/** One key, with what it is good for. Revoking asks once more, in the same place. */
export function KeyRow({ apiKey, isOwn, hasEnded = false }: Props) {
  const { id, name, owner, scopes, attests, client, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <ListRow end={hasEnded ? null : <Revoke id={id} name={name} />}>
      <p className="font-medium break-words">
        <VisibleText text={name} />
        {isOwn ? null : (
          <span className="font-normal text-muted">
            {" "}
            of <VisibleText text={owner.name} />
          </span>
        )}
      </p>
      <p className="text-small">
        {scopes.map((scope) => scopeWords[scope].label).join(" · ")}
        {attests === null ? "" : ` · An Approve in its client counts up to L${attests}`}
      </p>
      <p className="text-small text-muted">
        {client === null ? (
          <>
            <code className="font-mono break-all">cs_{id}_…</code>, made
          </>
        ) : (
          <>
            Of{" "}
            <code className="font-mono break-all">
              <VisibleText text={client.host} />
            </code>
            , let in
          </>
        )}{" "}
        <ClockTime at={createdAt} />,{" "}
        {lastUsedAt === null ? (
          "never used"
        ) : (
          <>
            last used <ClockTime at={lastUsedAt} />
          </>
        )}
        ,{" "}
        {revokedAt === null ? (
          <>
            {hasEnded ? "expired" : "expires"} <ClockTime at={expiresAt} />
          </>
        ) : (
          <>
            revoked <ClockTime at={revokedAt} />
          </>
        )}
      </p>
    </ListRow>
  );
}

function Revoke({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const { problem, send } = useSending();
  const revoke = async () => {
    await send("DELETE", `/api/keys/${encodeURIComponent(id)}`);
    router.refresh();
  };
  return (
    <AsksOnceMore
      name="Revoke"
      label={`Revoke ${name}`}
      confirm="Revoke for good"
      problem={problem}
      onConfirm={() => void revoke()}
    />
  );
}
