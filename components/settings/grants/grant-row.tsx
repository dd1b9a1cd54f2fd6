"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { GrantState, GrantView } from "#lib/grants/grant-view.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { GrantSentence } from "#components/cards/grant/grant-sentence.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";

const endings: { [State in Exclude<GrantState, "standing">]: string } = {
  revoked: "Revoked",
  "used-up": "Used up",
  "definition-changed": "Ended because the tool changed",
  "asked-by-program": "Ended because a program began to use the chat",
  lapsed: "Ran out",
};

/** One grant: its sentence, how often it was used, where it was given, and the way to take it back. */
export function GrantRow({ grant }: { grant: GrantView }) {
  const { id, state, givenAt, givenIn, lastUsedAt, endedAt } = grant;
  return (
    <li
      id={id}
      className="flex scroll-mt-6 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-1 py-3 target:bg-sunk"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className={`font-medium [overflow-wrap:anywhere] ${state === "standing" ? "" : "text-muted"}`}>
          <GrantSentence {...grant} {...(givenIn === null ? {} : { chatTitle: givenIn.title || "Untitled" })} />
        </p>
        <p className="text-small text-muted">
          {usesOf(grant)}
          {lastUsedAt === null ? null : (
            <>
              , last <ClockTime at={lastUsedAt} />
            </>
          )}
          {" · "}given <ClockTime at={givenAt} />
          {givenIn === null ? null : (
            <>
              {" in "}
              <Link
                href={`/chat/${givenIn.chatId}`}
                prefetch={false}
                className="underline decoration-line-strong underline-offset-4 hover:text-ink"
              >
                {visibleText(givenIn.title) || "Untitled"}
              </Link>
            </>
          )}
          {state === "standing" ? null : (
            <>
              {" · "}
              {endings[state]}
              {endedAt === null ? null : (
                <>
                  {" "}
                  <ClockTime at={endedAt} />
                </>
              )}
            </>
          )}
        </p>
      </div>
      {state === "standing" ? <Revoke id={id} name={visibleText(grant.toolName)} /> : null}
    </li>
  );
}

function usesOf({ uses, spent, terms: { maxUses, budget } }: GrantView): string {
  const times = maxUses === null ? `${uses} ${uses === 1 ? "time" : "times"}` : `${uses} of ${maxUses} times`;
  const used = uses === 0 && maxUses === null ? "Not used yet" : `Used ${times}`;
  return budget === null || spent === null ? used : `${used}, ${amount(spent)} of ${amount(budget.total)}`;
}

function amount(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 6 });
}

/** Taking a permission back loosens nothing, so it is done at once. */
function Revoke({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const revoke = async () => {
    setProblem(null);
    setSending(true);
    const response = await request("DELETE", `/api/grants/${encodeURIComponent(id)}`).catch(() => null);
    setSending(false);
    // Whoever revoked it, it is gone.
    if (response?.ok === true || response?.status === 404) return router.refresh();
    setProblem(response === null ? "The server could not be reached. Try again." : await refusalOf(response));
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ProblemLine problem={problem} />
      <Button tight aria-label={`Revoke the grant for ${name}`} disabled={sending} onClick={() => void revoke()}>
        Revoke
      </Button>
    </div>
  );
}
