"use client";

import type { Batch } from "#lib/approvals/batch.ts";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { DecideInput } from "#components/cards/parts/card-props.ts";
import { BatchCalls } from "#components/chat/batch/batch-calls.tsx";
import { CallTable } from "#components/chat/batch/call-table.tsx";
import { httpChatServer } from "#components/chat/live/http-chat-server.ts";
import { Button } from "#components/ui/button.tsx";
import { InboxCard } from "./inbox-card.tsx";
import type { InboxLine } from "./inbox-lines.ts";
import { Origin, OriginLine } from "./origin.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

type Props = {
  /** The selected calls, while they are answered together. */
  together: Batch | null;
  line: InboxLine | null;
  entries: readonly InboxItem[];
  onDecided: () => Promise<void>;
  onLeaveTogether: () => void;
  /** Shows the next that waits; null when there is none. */
  onNext: (() => void) | null;
};

/** What can be answered now: one card, many calls of one tool as a table, or the selected calls. */
export function InboxPane({ together, line, entries, onDecided, onLeaveTogether, onNext }: Props) {
  const say = useSay(inboxWords);
  const decide = async (id: string, input: DecideInput) => {
    const result = await httpChatServer.decide(id, input);
    await onDecided();
    return result;
  };
  const extend = async (id: string) => {
    const result = await httpChatServer.extend(id);
    await onDecided();
    return result;
  };
  if (together !== null) {
    const originOf = ({ approvalId }: ApprovalView) => {
      const entry = entries.find(({ id }) => id === approvalId);
      return entry === undefined ? null : <OriginLine entry={entry} />;
    };
    return (
      <section aria-labelledby="together">
        <h2 id="together" className="font-serif text-title">
          {say.rich("answerJoinsCalls", { joins: together.joins.length })}
        </h2>
        <BatchCalls batch={together} decide={decide} origin={originOf} onClose={onLeaveTogether} />
      </section>
    );
  }
  if (line === null) return null;
  const [first] = line.entries;
  const isAnswered = line.entries.every(({ status }) => status !== "pending");
  return (
    <>
      {line.entries.length === 1 ? (
        <InboxCard key={first.id} entry={first} onDecided={onDecided} />
      ) : (
        <div>
          <Origin entry={first} />
          <CallTable views={line.entries.map(({ view }) => view)} decide={decide} extend={extend}>
            {(view) => <OneOf entry={line.entries.find(({ id }) => id === view.approvalId)} onDecided={onDecided} />}
          </CallTable>
        </div>
      )}
      {isAnswered && onNext !== null ? (
        <p className="pt-4">
          <Button onClick={onNext}>{say("next")}</Button>
        </p>
      ) : null}
    </>
  );
}

function OneOf({ entry, onDecided }: { entry: InboxItem | undefined; onDecided: () => Promise<void> }) {
  return entry === undefined ? null : <InboxCard entry={entry} onDecided={onDecided} withOrigin={false} />;
}
