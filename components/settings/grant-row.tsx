"use client";

import Link from "next/link";
import type { GrantState, GrantView } from "#lib/grants/grant-view.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { GrantSentence } from "#components/cards/grant/grant-sentence.tsx";
import { EndButton } from "#components/ui/end-button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";
import type { Say } from "#lib/words/say.ts";

const endings = {
  revoked: "revoked",
  "used-up": "usedUp",
  "definition-changed": "definitionChanged",
  "server-removed": "serverRemoved",
  "signed-in-anew": "signedInAnew",
  "password-reset": "endedByReset",
  disabled: "endedByDisabling",
  "asked-by-program": "askedByProgram",
  lapsed: "lapsed",
  "accept-outdated": "acceptOutdated",
} as const satisfies { [State in Exclude<GrantState, "standing">]: string };

/** One grant: its sentence, how often it was used, where it was given, and the way to take it back. */
export function GrantRow({ grant }: { grant: GrantView }) {
  const say = useSay(settingsWords);
  const { id, state, givenAt, givenIn, lastUsedAt, endedAt } = grant;
  return (
    <li
      id={id}
      className="flex scroll-mt-6 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-1 py-3 target:bg-sunk"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className={`font-medium [overflow-wrap:anywhere] ${state === "standing" ? "" : "text-muted"}`}>
          <GrantSentence {...grant} {...(givenIn === null ? {} : { chatTitle: givenIn.title || say("untitled") })} />
        </p>
        <p className="text-small text-muted">
          {usesOf(grant, say)}
          {lastUsedAt === null ? null : <>, {say.rich("lastUsed", { at: <ClockTime at={lastUsedAt} /> })}</>}
          {" · "}
          {givenIn === null
            ? say.rich("givenAt", { at: <ClockTime at={givenAt} /> })
            : say.rich("givenInAt", {
                at: <ClockTime at={givenAt} />,
                chat: (
                  <Link
                    href={`/chat/${givenIn.chatId}`}
                    prefetch={false}
                    className="underline decoration-line-strong underline-offset-4 hover:text-ink"
                  >
                    {visibleText(givenIn.title) || say("untitled")}
                  </Link>
                ),
              })}
          {state === "standing" ? null : (
            <>
              {" · "}
              {endedAt === null
                ? say(endings[state])
                : say.rich("endedAt", { why: say(endings[state]), at: <ClockTime at={endedAt} /> })}
            </>
          )}
        </p>
      </div>
      {state === "standing" ? (
        <EndButton
          path={`/api/grants/${encodeURIComponent(id)}`}
          label={say("revokeTheGrantForToolname", { toolName: visibleText(grant.toolName) })}
        >
          {say("revoke")}
        </EndButton>
      ) : null}
    </li>
  );
}

function usesOf(
  { uses, spent, terms: { maxUses, budget } }: GrantView,
  say: Say<typeof settingsWords.english>,
): string {
  const used = maxUses === null ? say("usedTimes", { uses }) : say("usedOf", { uses, most: maxUses });
  if (budget === null || spent === null) return used;
  return say("spentOf", { used, spent: String(spent), total: String(budget.total) });
}
