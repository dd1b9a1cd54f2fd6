import Link from "next/link";
import type { KnownClient, ListedClient } from "#lib/chat/client-session.ts";
import { selfTestSentence } from "#lib/chat/self-test-run.ts";
import type { ToolCallState } from "#lib/approvals/states.ts";
import { SaysItIs } from "./says-it-is.tsx";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { observedWords } from "./observed-words.ts";
import { RevokeKey } from "#components/settings/revoke-key.tsx";

const stateWords: { [State in ToolCallState]: string } = {
  proposed: "begins",
  waiting: "waits for approval",
  cleared: "begins",
  running: "runs",
  done: "done",
  failed: "failed",
  refused: "not run",
  unknown: "outcome unknown",
};

/** One client: what it declared, what was observed of it, and its latest calls. */
export function ClientRow({ client }: { client: ListedClient }) {
  const { sessionId, name, version, keyId, keyName, isIn, asks, era, note, selfTest, seenAt, waiting, calls } = client;
  const observed = observedWords(client.observed);
  return (
    <ListRow end={isIn ? <RevokeKey id={keyId} name={keyName} label="Revoke key" /> : null}>
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
      {isIn ? null : <p className="text-small text-amber">Its key has ended: it does not get in any more.</p>}
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small max-sm:grid-cols-1">
        <dt className="text-muted">Declares</dt>
        <dd>
          {declaredWords(asks)}
          {era === null ? "" : ` ${eraWords[era]}`}
        </dd>
        <dt className="text-muted">Observed</dt>
        <dd>{observed.length === 0 ? "Nothing yet." : observed.join(" ")}</dd>
        <dt className="text-muted">Known</dt>
        <dd>{note}</dd>
        <dt className="text-muted">Self-test</dt>
        <dd>
          {selfTest === null ? (
            "Not tested yet."
          ) : (
            <>
              <ClockTime at={selfTest.at} />: {selfTestSentence(selfTest)}
            </>
          )}
        </dd>
        <dt className="text-muted">Last calls</dt>
        <dd>
          <ul aria-label={`Latest calls of ${name}`}>
            {calls.map(({ id, tool, state, at }) => (
              <li key={id}>
                <Link
                  href={`/clients/${sessionId}`}
                  prefetch={false}
                  className="inline-flex items-center font-mono break-all underline decoration-line-strong underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
                >
                  <VisibleText text={tool} />
                </Link>
                , {stateWords[state]}, <ClockTime at={at} />
              </li>
            ))}
          </ul>
          {calls.length === 0 ? <ClockTime at={seenAt} /> : null}
        </dd>
      </dl>
      {waiting === 0 ? null : (
        <p className="mt-1 text-small">
          <Link href="/inbox" prefetch={false} className="underline underline-offset-4">
            {waiting === 1 ? "One call waits for approval" : `${waiting} calls wait for approval`}
          </Link>
        </p>
      )}
    </ListRow>
  );
}

function declaredWords({ form, url }: KnownClient["asks"]): string {
  if (form && url) return "It can ask its user by forms and by links.";
  if (form) return "It can ask its user by forms.";
  return url ? "It can ask its user by links." : "It cannot ask its user.";
}

const eraWords = { modern: "Current protocol.", legacy: "Older protocol." };
