"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ApiKey } from "#lib/people/api-key.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { AsksOnceMore } from "#components/ui/asks-once-more.tsx";
import { scopeWords } from "./scope-words.ts";

type Props = { apiKey: ApiKey; isOwn: boolean; hasEnded?: boolean };

/** One key, with what it is good for. Revoking asks once more, in the same place. */
export function KeyRow({ apiKey, isOwn, hasEnded = false }: Props) {
  const { id, name, owner, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">
          <VisibleText text={name} />
          {isOwn ? null : (
            <span className="font-normal text-muted">
              {" "}
              of <VisibleText text={owner.name} />
            </span>
          )}
        </p>
        <p className="text-small">{scopes.map((scope) => scopeWords[scope].label).join(" · ")}</p>
        <p className="text-small text-muted">
          <code className="font-mono break-all">cs_{id}_…</code>, made <ClockTime at={createdAt} />,{" "}
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
      </div>
      {hasEnded ? null : <Revoke id={id} name={name} />}
    </li>
  );
}

function Revoke({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const revoke = async () => {
    setProblem(null);
    const response = await request("DELETE", `/api/keys/${encodeURIComponent(id)}`).catch(() => null);
    // Whoever revoked it, it is gone.
    if (response?.ok === true || response?.status === 404) return router.refresh();
    setProblem(response === null ? "The server could not be reached." : await refusalOf(response));
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
