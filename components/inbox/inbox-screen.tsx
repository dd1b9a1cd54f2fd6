"use client";

import { ArrowLeft } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { type Batch, batchOf } from "#lib/approvals/batch.ts";
import type { InboxFilter, InboxPage } from "#lib/approvals/inbox-page.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { PageBody } from "#components/ui/page-body.tsx";
import { Rosette } from "#components/ui/rosette.tsx";
import { InboxFilters } from "./inbox-filters.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { InboxKeys } from "./inbox-keys.tsx";
import { inboxLines, lineWith, waitingOn } from "./inbox-lines.ts";
import { InboxList } from "./inbox-list.tsx";
import { InboxPane } from "./inbox-pane.tsx";
import { queryOf, useInbox } from "./use-inbox.ts";
import { useKept } from "./use-kept.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useShownCard } from "./use-shown-card.ts";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

type Props = {
  initial: InboxPage;
  filter: InboxFilter;
  /** Id of the card that a notification led to; null without one. */
  card: string | null;
};

/** Everything that waits for this person, in all chats: the list, and beside it what can be answered now. */
export function InboxScreen({ initial, filter: given, card }: Props) {
  const say = useSay(inboxWords);
  const [filter, setFilter] = useState(given);
  const inbox = useInbox(initial, filter, card);
  const list = useRef<HTMLUListElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<"filter" | "keys" | null>(null);
  const toggle = (one: "filter" | "keys") => setPanel((before) => (before === one ? null : one));
  const [letters, setLetters] = useKept("countersign-inbox-letters");
  useListKeys(list, { letters, onHelp: useCallback(() => toggle("keys"), []) });

  const query = queryOf(filter);
  const shown = useShownCard({ card, query, pane });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // As they were when it was pressed: a call that is selected later is not approved unseen.
  const [together, setTogether] = useState<Batch | null>(null);

  const lines = inboxLines(inbox.entries);
  const waiting = lines.filter((line) => waitingOn(line).length > 0);
  const stands = lineWith(lines, shown.id) ?? waiting[0] ?? lines[0] ?? null;
  const line = together === null ? stands : null;
  // What is shown stays shown when it is answered, and when riskier calls come.
  const standsId = stands?.entries[0].id ?? null;
  if (standsId !== null && shown.id !== standsId) shown.keep(standsId);

  const stillPicked = new Set(
    inbox.entries.flatMap(({ id, status }) => (status === "pending" && picked.has(id) ? [id] : [])),
  );
  const open = (id: string) => {
    setTogether(null);
    shown.open(id);
  };
  const next = waiting.find((each) => each !== stands)?.entries[0].id ?? null;
  const choose = (change: InboxFilter) => {
    setFilter(change);
    const asked = queryOf(change);
    // A second reading of the page would lose the person's place.
    window.history.replaceState(null, "", asked === "" ? "/inbox" : `/inbox?${asked}`);
  };
  const leaveTogether = () => {
    setTogether(null);
    setPicked(new Set());
    shown.leave();
  };

  return (
    <InboxFrame
      view="waiting"
      isInCard={shown.isEntered}
      tools={
        <>
          <Button tight look="quiet" aria-expanded={panel === "filter"} onClick={() => toggle("filter")}>
            {say.rich("filterOn", { query: query === "" ? "yes" : "no" })}
          </Button>
          <Button
            tight
            look="quiet"
            className="pointer-coarse:hidden"
            aria-expanded={panel === "keys"}
            aria-keyshortcuts="?"
            onClick={() => toggle("keys")}
          >
            {say("keyboard")}
          </Button>
        </>
      }
      panel={
        panel === "filter" ? (
          <InboxFilters filter={filter} onChange={choose} />
        ) : panel === "keys" ? (
          <InboxKeys letters={letters} onLetters={setLetters} />
        ) : null
      }
    >
      {lines.length === 0 ? (
        <PageBody>
          <Empty isFiltered={query !== ""} />
        </PageBody>
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] lg:grid-cols-[minmax(17rem,22rem)_minmax(0,1fr)]">
          <div
            className={`relative min-h-0 overflow-y-auto border-line lg:border-e ${shown.isEntered ? "max-lg:hidden" : ""}`}
          >
            {inbox.sort === null ? null : (
              <p role="status" className="flex flex-wrap items-center gap-2 px-3 py-2 text-small text-muted">
                {say("newCallsAdded")}
                <Button tight onClick={inbox.sort}>
                  {say("riskiestFirst")}
                </Button>
              </p>
            )}
            <InboxList
              listRef={list}
              lines={lines}
              shown={line}
              picked={stillPicked}
              onPick={setPicked}
              onReach={(id) => {
                setTogether(null);
                shown.keep(id);
              }}
              onOpen={open}
              onTogether={() => {
                setTogether(batchOf(inbox.entries.flatMap(({ id, view }) => (stillPicked.has(id) ? [view] : []))));
                shown.enter();
              }}
            />
            {inbox.hasMore ? (
              <div className="flex flex-col items-center gap-2 py-4">
                <Button onClick={() => void inbox.showMore()}>{say("showMore")}</Button>
                <ProblemLine problem={inbox.trouble ? say("theNextCardsCouldNot") : null} />
              </div>
            ) : null}
          </div>
          <div
            ref={pane}
            key={together === null ? (line?.key ?? "") : "together"}
            className={`flex min-h-0 min-w-0 flex-col ${shown.isEntered ? "" : "max-lg:hidden"}`}
          >
            <PageBody>
              <div className="mx-auto w-full max-w-[46rem] px-3 py-4 sm:px-4">
                <Button tight look="quiet" className="mb-2 lg:hidden" onClick={shown.leave}>
                  <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
                  {say("allCalls")}
                </Button>
                <InboxPane
                  together={together}
                  line={line}
                  entries={inbox.entries}
                  onDecided={inbox.decided}
                  onLeaveTogether={leaveTogether}
                  onNext={next === null ? null : () => open(next)}
                />
              </div>
            </PageBody>
          </div>
        </div>
      )}
    </InboxFrame>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const say = useSay(inboxWords);
  return (
    <div className="mx-auto flex max-w-[28rem] flex-col items-center justify-center gap-4 px-6 py-16 text-center">
      <Rosette weave="seal" className="size-14 text-accent" />
      <p className="font-serif text-large">{isFiltered ? say("nothingOfThisWaits") : say("nothingWaitsForYou")}</p>
      <p className="text-muted">{isFiltered ? say("otherCardsMayLookWithout") : say("callsThatNeedYourSignature")}</p>
    </div>
  );
}
