import Link from "next/link";
import type { Attention, AuditPage } from "#lib/audit/entry.ts";
import type { AuditTopic } from "#lib/audit/words.ts";
import { PageHeader } from "#components/chat/page-header.tsx";
import { AsksChart } from "./asks-chart.tsx";
import { AuditList } from "./audit-list.tsx";
import { ToolTable } from "./tool-table.tsx";

type Query = { topic: AuditTopic | null; chatId: string | null; before: number | null };
type Props = { page: AuditPage; query: Query; attention: Attention };

const topics: { topic: AuditTopic | null; label: string }[] = [
  { topic: null, label: "Everything" },
  { topic: "questions", label: "Questions" },
  { topic: "calls", label: "Calls" },
  { topic: "verdicts", label: "Verdicts" },
  { topic: "policies", label: "Policies" },
  { topic: "tools", label: "Tools" },
  { topic: "sessions", label: "Sign-in" },
  { topic: "notifications", label: "Notifications" },
];

/** What was asked, answered and run: at a glance above, record by record below. */
export function AuditScreen({ page, query, attention }: Props) {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <title>Audit · Countersign</title>
      <PageHeader title="Audit" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-10 px-4 py-8">
          <section aria-labelledby="asks" className="flex flex-col gap-4">
            <h2 id="asks" className="font-serif text-title">
              Questions in the last 30 days
            </h2>
            <AsksChart days={attention.days} />
            <ToolTable tools={attention.tools} />
          </section>
          <section aria-labelledby="trail" className="flex flex-col gap-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
              <h2 id="trail" className="font-serif text-title">
                Trail
              </h2>
              <p className="text-small text-muted">
                {page.head.position === 0 ? "Nothing is sealed yet. " : `${page.head.position} records sealed. `}
                Export as{" "}
                <a download href="/api/audit/export?format=jsonl" className={link}>
                  JSON Lines
                </a>{" "}
                or{" "}
                <a download href="/api/audit/export?format=csv" className={link}>
                  CSV
                </a>
              </p>
            </div>
            <nav aria-label="Kinds of records" className="flex flex-wrap gap-1">
              {topics.map(({ topic, label }) => (
                <Link
                  key={label}
                  href={addressOf({ ...query, topic, before: null })}
                  prefetch={false}
                  aria-current={topic === query.topic ? "page" : undefined}
                  className="inline-flex min-h-9 items-center rounded-md px-3 text-small text-muted hover:bg-sunk hover:text-ink aria-[current=page]:bg-sunk aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
                >
                  {label}
                </Link>
              ))}
            </nav>
            {query.chatId === null ? null : (
              <p className="text-small text-muted">
                Of one chat only.{" "}
                <Link href={addressOf({ ...query, chatId: null, before: null })} prefetch={false} className={link}>
                  Show all chats
                </Link>
              </p>
            )}
            <AuditList entries={page.entries} chatAddress={(chatId) => addressOf({ ...query, chatId, before: null })} />
            {page.older === null ? null : (
              <Link
                href={addressOf({ ...query, before: page.older })}
                prefetch={false}
                className={`${link} self-start`}
              >
                Older records
              </Link>
            )}
          </section>
        </div>
      </div>
    </div>
  );
}

const link = "text-accent underline underline-offset-4";

function addressOf({ topic, chatId, before }: Query): string {
  const search = new URLSearchParams();
  if (topic !== null) search.set("topic", topic);
  if (chatId !== null) search.set("chat", chatId);
  if (before !== null) search.set("before", String(before));
  return search.size === 0 ? "/audit" : `/audit?${search}`;
}
