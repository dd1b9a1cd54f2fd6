import Link from "next/link";
import type { ClientSession } from "#lib/chat/client-session.ts";
import type { ToolCallState } from "#lib/approvals/states.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

const stateWords: { [State in ToolCallState]: string } = {
  proposed: "begins",
  waiting: "waits for approval",
  cleared: "begins",
  running: "runs",
  done: "done",
  failed: "failed",
  refused: "not run",
  unknown: "nobody knows whether it ran",
};

/** One client in one session, with its latest calls. */
export function ClientRow({ session }: { session: ClientSession }) {
  const { name, version, keyName, asks, note, seenAt, waiting, calls } = session;
  const ways = [asks.form ? "forms" : "", asks.url ? "links" : ""].filter((way) => way !== "").join(" and ");
  return (
    <ListRow
      end={
        waiting === 0 ? null : (
          <Link href="/inbox" prefetch={false} className="text-small underline">
            {waiting === 1 ? "One call waits for you" : `${waiting} calls wait for you`}
          </Link>
        )
      }
    >
      <p className="font-medium break-words">
        “<VisibleText text={name} />”{version === "" ? null : <VisibleText text={` ${version}`} />}
        <span className="font-normal text-muted"> as it calls itself</span>
      </p>
      <p className="text-small">
        Key <VisibleText text={keyName} /> ·{" "}
        {ways === "" ? "says that it cannot ask you" : `says that it asks by ${ways}`} · last call{" "}
        <ClockTime at={seenAt} />
      </p>
      <p className="text-small text-muted">{note}</p>
      <ul aria-label={`Latest calls of ${name}`} className="mt-1 text-small">
        {calls.map(({ id, tool, state, at }) => (
          <li key={id}>
            <code className="font-mono break-all">
              <VisibleText text={tool} />
            </code>
            , {stateWords[state]}, <ClockTime at={at} />
          </li>
        ))}
      </ul>
    </ListRow>
  );
}
