"use client";

import { useState } from "react";
import type { InboxPage } from "#lib/approvals/inbox-page.ts";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { PageBody } from "#components/ui/page-body.tsx";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { InboxCard } from "./inbox-card.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

/** What was settled in the last day, by whomever. */
export function AnsweredScreen({ initial }: { initial: InboxPage }) {
  const say = useSay(inboxWords);
  const [first, refresh] = useFresh({
    initial,
    read: () => readJson<InboxPage>("/api/inbox/answered"),
    concerns: ({ type }) => type !== "servers" && type !== "policy",
  });
  const [older, setOlder] = useState<InboxPage | null>(null);
  const [trouble, setTrouble] = useState(false);
  const known = new Set(first.entries.map(({ id }) => id));
  const entries = [...first.entries, ...(older?.entries ?? []).filter(({ id }) => !known.has(id))];
  const next = older === null ? first.next : older.next;

  const showMore = async (after: string) => {
    try {
      const page = await readJson<InboxPage>(`/api/inbox/answered?after=${encodeURIComponent(after)}`);
      setTrouble(false);
      setOlder((before) => ({ ...page, entries: [...(before?.entries ?? []), ...page.entries] }));
    } catch (error) {
      console.error("The answered cards could not be read.", error);
      setTrouble(true);
    }
  };

  return (
    <InboxFrame view="answered">
      <PageBody>
        <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-6 px-4 py-5">
          {entries.length === 0 ? <p className="text-muted">{say("nothingWasAnsweredInThe")}</p> : null}
          <ul aria-label={say("answeredCards")} className="flex flex-col gap-6">
            {entries.map((entry) => (
              <li key={entry.id} className="min-w-0">
                <InboxCard entry={entry} onDecided={refresh} isRecord />
              </li>
            ))}
          </ul>
          {next === null ? null : (
            <div className="flex flex-col items-center gap-2 pb-4">
              <Button onClick={() => void showMore(next)}>{say("showMore")}</Button>
              <ProblemLine problem={trouble ? say("theNextCardsCouldNot") : null} />
            </div>
          )}
        </div>
      </PageBody>
    </InboxFrame>
  );
}
