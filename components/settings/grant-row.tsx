"use client";

import Link from "next/link";
import type { GrantState, GrantView } from "#lib/grants/grant-view.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { GrantSentence } from "#components/cards/grant/grant-sentence.tsx";
import { EndButton } from "#components/ui/end-button.tsx";

const endings: { [State in Exclude<GrantState, "standing">]: string } = {
  revoked: "Revoked",
  "used-up": "Used up",
  "definition-changed": "Ended because the tool changed",
  "asked-by-program": "Ended because a program began to use the chat",
  lapsed: "Ran out",
  "accept-outdated": "Ended because the approval it was given with did not count",
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
      {state === "standing" ? (
        <EndButton
          path={`/api/grants/${encodeURIComponent(id)}`}
          label={`Revoke the grant for ${visibleText(grant.toolName)}`}
        >
          Revoke
        </EndButton>
      ) : null}
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
