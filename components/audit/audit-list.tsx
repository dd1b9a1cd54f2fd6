import Link from "next/link";
import type { AuditEntry } from "#lib/audit/entry.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { auditWords } from "./words.en.ts";
import { answerIn, trailRows, type TrailRow } from "./trail-rows.ts";

type Props = {
  entries: AuditEntry[];
  /** Whether to say whose each record is. */
  named: boolean;
  chatAddress: (chatId: string) => string;
};

/** The trail, latest first, a row for each call. What tools and models wrote is shown with every hidden character. */
export function AuditList({ entries, named, chatAddress }: Props) {
  const say = useSay(auditWords);
  if (entries.length === 0) return <p className="text-muted">{say("thereAreNoSuch")}</p>;
  return (
    <ol className="flex flex-col border-t border-line">
      {trailRows(entries).map((row) => (
        <Row key={row[0].seq} row={row} named={named} chatAddress={chatAddress} />
      ))}
    </ol>
  );
}

function Row({ row, named, chatAddress }: { row: TrailRow } & Omit<Props, "entries">) {
  const say = useSay(auditWords);
  const [latest] = row;
  const answer = answerIn(row);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 border-b border-line py-2 text-small sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <span className="text-muted">
        <ClockTime at={latest.at} />
      </span>
      <span className="min-w-0">
        {latest.tool === null ? null : (
          <code className="mr-2 font-mono font-medium break-all">
            <VisibleText text={latest.tool} />
          </code>
        )}
        <Words entry={latest} />
        {named && latest.personName !== null ? (
          <span className="ml-2 text-muted">
            <VisibleText text={latest.personName} />
          </span>
        ) : null}
      </span>
      {answer === null ? null : (
        <span className="min-w-0 text-muted sm:col-start-2">
          <Words entry={answer} />
        </span>
      )}
      {row.length === 1 ? null : (
        <details className="min-w-0 sm:col-start-2">
          <summary className="min-h-9 w-fit cursor-pointer content-center text-muted pointer-coarse:min-h-11">
            {say("allRecordsOf", { records: row.length })}
          </summary>
          <ol className="flex flex-col gap-1 border-s-2 border-line ps-3 pb-1">
            {row.toReversed().map((entry) => (
              <li key={entry.seq}>
                <span className="mr-2 text-muted">
                  <ClockTime at={entry.at} />
                </span>
                <Words entry={entry} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {latest.chat === null ? null : (
        <span className="min-w-0 truncate text-muted sm:col-start-2">
          <Link href={chatAddress(latest.chat)} prefetch={false} className="underline underline-offset-4">
            {latest.chatTitle ?? say("aChatThatWas")}
          </Link>
        </span>
      )}
    </li>
  );
}

function Words({ entry }: { entry: AuditEntry }) {
  return (
    <span className="break-words">
      <VisibleText text={entry.words} />
    </span>
  );
}
