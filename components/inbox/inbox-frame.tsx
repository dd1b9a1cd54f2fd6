"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { PageHeader } from "#components/ui/page-header.tsx";
import { countWords, PageTitle, useInboxCount } from "./inbox-count.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

const views = [
  { view: "waiting", href: "/inbox", label: "waiting" },
  { view: "answered", href: "/inbox?view=answered", label: "answered" },
] as const;

type Props = {
  view: "waiting" | "answered";
  /** The content beside the views, and below them. */
  tools?: ReactNode;
  panel?: ReactNode;
  /** Where there is one column, whether a card has taken the place of the list. */
  isInCard?: boolean;
  children: ReactNode;
};

/** The frame of the inbox: its two views, and how much waits. */
export function InboxFrame({ view, tools, panel, isInCard = false, children }: Props) {
  const say = useSay(inboxWords);
  const count = useInboxCount();
  return (
    <div className="flex h-full min-w-0 flex-col">
      <PageTitle title={say("inbox")} />
      <PageHeader title={say("inbox")}>
        <p aria-live="polite" className="px-2 text-small text-muted">
          {count === 0 ? say("nothingWaits") : say("countWaits", { count, shown: countWords(count) })}
        </p>
      </PageHeader>
      <div
        className={`flex flex-col gap-3 border-b border-line px-2 py-1.5 sm:px-4 ${isInCard ? "max-lg:hidden" : ""}`}
      >
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <nav aria-label={say("viewsOfTheInbox")} className="me-auto flex flex-wrap gap-1">
            {views.map((each) => (
              <Link
                key={each.view}
                href={each.href}
                prefetch={false}
                aria-current={each.view === view ? "page" : undefined}
                className="inline-flex min-h-9 items-center rounded-md px-3 text-small text-muted hover:bg-sunk hover:text-ink aria-[current=page]:bg-sunk aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                {say(each.label)}
              </Link>
            ))}
          </nav>
          {tools}
        </div>
        {panel}
      </div>
      {children}
    </div>
  );
}
