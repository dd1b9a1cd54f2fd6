import Link from "next/link";
import type { AuditEntry } from "#lib/audit/entry.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

type Props = {
  entries: AuditEntry[];
  /** Whether to say whose each record is. */
  named: boolean;
  chatAddress: (chatId: string) => string;
};

/** Records of the trail, latest first. What tools and models wrote is shown with every hidden character. */
export function AuditList({ entries, named, chatAddress }: Props) {
  if (entries.length === 0) return <p className="text-muted">There are no such records.</p>;
  return (
    <ol className="flex flex-col border-t border-line">
      {entries.map((entry) => (
        <li
          key={entry.seq}
          className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-0.5 border-b border-line py-2 text-small sm:grid-cols-[8.5rem_minmax(0,1fr)]"
        >
          <span className="text-muted">
            <ClockTime at={entry.at} />
          </span>
          <span className="min-w-0">
            {entry.tool === null ? null : (
              <code className="mr-2 font-mono font-medium break-all">
                <VisibleText text={entry.tool} />
              </code>
            )}
            <span className="break-words">
              <VisibleText text={entry.words} />
            </span>
            {named && entry.personName !== null ? (
              <span className="ml-2 text-muted">
                <VisibleText text={entry.personName} />
              </span>
            ) : null}
          </span>
          {entry.chat === null ? null : (
            <span className="min-w-0 truncate text-muted sm:col-start-2">
              <Link href={chatAddress(entry.chat)} prefetch={false} className="underline underline-offset-4">
                {entry.chatTitle ?? "A chat that was deleted"}
              </Link>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
