"use client";

import { useEffect, useRef, useState } from "react";
import type { InboxFilter, InboxPage } from "#lib/approvals/inbox-page.ts";
import { Button } from "#components/ui/button.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { InboxCard } from "./inbox-card.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { InboxKeys } from "./inbox-keys.tsx";
import { useCardKeys } from "./use-card-keys.ts";
import { queryOf, useInbox } from "./use-inbox.ts";
import { useKept } from "./use-kept.ts";

type Props = {
  initial: InboxPage;
  filter: InboxFilter;
  /** Id of the card that a notification led to; null without one. */
  card: string | null;
};

/** Everything that waits for this person, in all chats. What is answered stays as a line until it is left. */
export function InboxScreen({ initial, filter: given, card }: Props) {
  const [filter, setFilter] = useState(given);
  const inbox = useInbox(initial, filter, card);
  const list = useRef<HTMLUListElement>(null);
  const [panel, setPanel] = useState<"filter" | "keys" | null>(null);
  const toggle = (one: "filter" | "keys") => setPanel(panel === one ? null : one);
  const [letters, setLetters] = useKept("countersign-inbox-letters");
  useCardKeys(list, { letters });

  useEffect(() => {
    if (card === null) return;
    const led = list.current?.querySelector<HTMLElement>(`[data-approval-id="${CSS.escape(card)}"]`);
    led?.focus({ preventScroll: true });
    led?.scrollIntoView({ block: "nearest" });
  }, [card]);

  const choose = (next: InboxFilter) => {
    setFilter(next);
    const query = queryOf(next);
    // A second reading of the page would lose the person's place.
    window.history.replaceState(null, "", query === "" ? "/inbox" : `/inbox?${query}`);
  };

  return (
    <InboxFrame
      view="waiting"
      tools={
        <>
          <Button tight look="quiet" aria-expanded={panel === "filter"} onClick={() => toggle("filter")}>
            Filter{queryOf(filter) === "" ? "" : " (on)"}
          </Button>
          <Button
            tight
            look="quiet"
            className="pointer-coarse:hidden"
            aria-expanded={panel === "keys"}
            onClick={() => toggle("keys")}
          >
            Keyboard
          </Button>
        </>
      }
    >
      {panel === "filter" ? <InboxFilters filter={filter} onChange={choose} /> : null}
      {panel === "keys" ? <InboxKeys letters={letters} onLetters={setLetters} /> : null}
      {inbox.sort === null ? null : (
        <p role="status" className="flex flex-wrap items-center gap-3 text-small text-muted">
          New cards were added below, so that nothing moves while you read.
          <Button tight onClick={inbox.sort}>
            Riskiest first
          </Button>
        </p>
      )}
      {inbox.entries.length === 0 ? <Empty isFiltered={queryOf(filter) !== ""} /> : null}
      <ul ref={list} aria-label="Cards" className="flex flex-col gap-10">
        {inbox.entries.map((entry) => (
          <InboxCard key={entry.id} entry={entry} onDecided={inbox.decided} />
        ))}
      </ul>
      {inbox.hasMore ? (
        <div className="flex flex-col items-center gap-2 pb-4">
          <Button onClick={() => void inbox.showMore()}>Show more</Button>
          {inbox.trouble ? (
            <p role="alert" className="text-small text-red">
              The next cards could not be read. Try again.
            </p>
          ) : null}
        </div>
      ) : null}
    </InboxFrame>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="mx-auto flex max-w-[28rem] flex-col items-center justify-center gap-4 px-2 py-16 text-center">
      <Rosette weave="seal" className="size-14 text-accent" />
      <p className="font-serif text-large">{isFiltered ? "Nothing of this waits." : "Nothing waits for you."}</p>
      <p className="text-muted">
        {isFiltered
          ? "Other cards may: look without the filter."
          : "Calls that need your signature appear here by themselves, from all your chats."}
      </p>
    </div>
  );
}
