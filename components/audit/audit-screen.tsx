"use client";

import Link from "next/link";
import type { DayOfAsks } from "#lib/audit/attention.ts";
import type { Attention, AuditPage } from "#lib/audit/entry.ts";
import type { AuditTopic } from "#lib/audit/words.ts";
import { localeOf } from "#lib/words/speech.ts";
import { PageBody } from "#components/ui/page-body.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { AnswerTimesChart } from "./answer-times-chart.tsx";
import { AsksChart } from "./asks-chart.tsx";
import { AttentionTable } from "./attention-table.tsx";
import { AuditList } from "./audit-list.tsx";
import { ExportLink } from "./export-link.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { useTimeWords } from "./use-time-words.ts";
import { auditWords } from "./words.en.ts";
import { ToolTable } from "./tool-table.tsx";
import { TrailFilters } from "./trail-filters.tsx";
import { trailAddress, type TrailQuery } from "./trail-query.ts";

type Props = {
  page: AuditPage;
  query: TrailQuery;
  attention: Attention;
  /** People whose records can be chosen; empty for a person who sees only their own. */
  people: { id: string; name: string }[];
  mayExport: boolean;
};

/** In the order in which people look for them. Each is the key of its words. */
const topics = [
  "questions",
  "calls",
  "verdicts",
  "grants",
  "policies",
  "tools",
  "models",
  "sessions",
  "notifications",
] as const satisfies readonly AuditTopic[];

/** What was asked, answered and run: a summary above, record by record below. */
export function AuditScreen({ page, query, attention, people, mayExport }: Props) {
  const say = useSay(auditWords);
  const timeWords = useTimeWords();
  const number = new Intl.NumberFormat(localeOf[useSpeech().language]);
  const days = sinceFirst(attention.days);
  return (
    <div className="flex h-full min-w-0 flex-col">
      <PageTitle title={say("audit")} />
      <PageHeader title={say("audit")} />
      <PageBody>
        <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-10 px-4 py-8">
          <section aria-labelledby="asks" className="flex flex-col gap-4">
            <h2 id="asks" className="font-serif text-title">
              {say("questionsInThe")}
            </h2>
            <AsksChart days={days} />
            {attention.medianMs === null ? null : (
              <p>
                {say.rich("halfOfTheAnswers", {
                  time: timeWords(attention.medianMs),
                  strong: (held) => <strong>{held}</strong>,
                })}
              </p>
            )}
            <AnswerTimesChart days={days} />
            <ToolTable tools={attention.tools} />
            <AttentionTable people={attention.people} />
          </section>
          <section aria-labelledby="trail" className="flex flex-col gap-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
              <h2 id="trail" className="font-serif text-title">
                {say("trail")}
              </h2>
              <p className="text-small text-muted">
                {page.head.position === 0
                  ? say("nothingIsSealed")
                  : say("sealedRecords", { records: number.format(page.head.position) })}
              </p>
            </div>
            {mayExport ? <Export /> : null}
            <nav aria-label={say("kindsOfRecords")} className="flex flex-wrap gap-1">
              {[null, ...topics].map((topic) => (
                <Link
                  key={topic}
                  href={trailAddress({ ...query, topic: topic ?? undefined, before: undefined })}
                  prefetch={false}
                  aria-current={topic === (query.topic ?? null) ? "page" : undefined}
                  className="inline-flex min-h-9 items-center rounded-md px-3 text-small text-muted hover:bg-sunk hover:text-ink aria-[current=page]:bg-sunk aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
                >
                  {say(topic ?? "everything")}
                </Link>
              ))}
            </nav>
            <TrailFilters query={query} people={people} tools={attention.tools.map(({ tool }) => tool)} />
            <AuditList
              entries={page.entries}
              named={people.length > 1}
              chatAddress={(chatId) => trailAddress({ ...query, chat: chatId, before: undefined })}
            />
            <p className="flex flex-wrap gap-x-6 text-small">
              {query.before === undefined ? null : (
                <Link href={trailAddress({ ...query, before: undefined })} prefetch={false} className={pageLink}>
                  {say("latestRecords")}
                </Link>
              )}
              {page.older === null ? null : (
                <Link href={trailAddress({ ...query, before: page.older })} prefetch={false} className={pageLink}>
                  {say("olderRecords")}
                </Link>
              )}
            </p>
          </section>
        </div>
      </PageBody>
    </div>
  );
}

const link = "text-accent underline underline-offset-4";
const pageLink = `${link} inline-flex min-h-9 items-center pointer-coarse:min-h-11`;

/** What an export holds, and how to check it against its seals. */
function Export() {
  const say = useSay(auditWords);
  return (
    <p className="text-small text-muted">
      {say.rich("exportAs", {
        jsonl: (held) => <ExportLink format="jsonl">{held}</ExportLink>,
        csv: (held) => <ExportLink format="csv">{held}</ExportLink>,
        code: (held) => <code className="font-mono text-ink [overflow-wrap:anywhere]">{held}</code>,
      })}
    </p>
  );
}

/** The days since the first question ended; empty while none has ended. */
export function sinceFirst(days: readonly DayOfAsks[]): DayOfAsks[] {
  const first = days.findIndex(({ accepted, declined, unanswered }) => accepted + declined + unanswered > 0);
  return first === -1 ? [] : days.slice(first);
}
