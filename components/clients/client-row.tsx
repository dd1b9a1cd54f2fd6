"use client";

import Link from "next/link";
import type { KnownClient, ListedClient } from "#lib/chat/client-session.ts";
import type { ToolCallState } from "#lib/approvals/states.ts";
import type { KeysOfWholeTexts } from "#lib/words/words.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { SaysItIs } from "./says-it-is.tsx";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { observedWords } from "./observed-words.ts";
import { selfTestWords } from "./self-test-words.ts";
import { RevokeKey } from "#components/settings/revoke-key.tsx";
import { clientWords } from "./words.en.ts";

type Key = KeysOfWholeTexts<typeof clientWords.english>;

const stateWords: { [State in ToolCallState]: Key } = {
  proposed: "begins",
  waiting: "waitsForApproval",
  cleared: "begins",
  running: "runs",
  done: "done",
  failed: "failed",
  refused: "notRun",
  unknown: "outcomeUnknown",
};

/** One client: what it declared, what was observed of it, and its latest calls. */
export function ClientRow({ client }: { client: ListedClient }) {
  const { sessionId, name, version, keyId, keyName, isIn, asks, era, note, selfTest, seenAt, waiting, calls } = client;
  const say = useSay(clientWords);
  const reword = useReword();
  const observed = observedWords(say, client.observed);
  return (
    <ListRow end={isIn ? <RevokeKey id={keyId} name={keyName} label={say("revokeKey")} /> : null}>
      <p className="font-medium break-words">
        <Link
          href={`/clients/${sessionId}`}
          prefetch={false}
          className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          <VisibleText text={keyName} />
        </Link>{" "}
        <span className="font-normal text-muted">
          <SaysItIs name={name} version={version} />
        </span>
      </p>
      {isIn ? null : <p className="text-small text-amber">{say("itsKeyHasEnded")}</p>}
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small max-sm:grid-cols-1">
        <dt className="text-muted">{say("declares")}</dt>
        <dd>
          {say(declaredWords(asks))}
          {era === null ? "" : ` ${say(eraWords[era])}`}
        </dd>
        <dt className="text-muted">{say("observed")}</dt>
        <dd>{observed.length === 0 ? say("nothingYet") : observed.join(" ")}</dd>
        <dt className="text-muted">{say("known")}</dt>
        <dd>{reword(note)}</dd>
        <dt className="text-muted">{say("selfTest")}</dt>
        <dd>
          {selfTest === null ? (
            say("notTestedYet")
          ) : (
            <>
              <ClockTime at={selfTest.at} />: {selfTestWords(say, selfTest)}
            </>
          )}
        </dd>
        <dt className="text-muted">{say("lastCalls")}</dt>
        <dd>
          <ul aria-label={say("latestCallsOf", { name })}>
            {calls.map(({ id, tool, state, at }) => (
              <li key={id}>
                <Link
                  href={`/clients/${sessionId}`}
                  prefetch={false}
                  className="inline-flex items-center font-mono break-all underline decoration-line-strong underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
                >
                  <VisibleText text={tool} />
                </Link>
                , {say(stateWords[state])}, <ClockTime at={at} />
              </li>
            ))}
          </ul>
          {calls.length === 0 ? <ClockTime at={seenAt} /> : null}
        </dd>
      </dl>
      {waiting === 0 ? null : (
        <p className="mt-1 text-small">
          <Link href="/inbox" prefetch={false} className="underline underline-offset-4">
            {say("callsWait", { waiting })}
          </Link>
        </p>
      )}
    </ListRow>
  );
}

function declaredWords({ form, url }: KnownClient["asks"]): Key {
  if (form && url) return "asksByBoth";
  if (form) return "asksByForms";
  return url ? "asksByLinks" : "cannotAsk";
}

const eraWords = { modern: "currentProtocol", legacy: "olderProtocol" } as const;
