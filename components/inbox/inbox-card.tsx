"use client";

import { useState } from "react";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { ApprovalCard } from "#components/cards/approval-card.tsx";
import type { DecideInput } from "#components/cards/parts/card-props.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { httpChatServer } from "#components/chat/live/http-chat-server.ts";
import { outcomeLine } from "#lib/approvals/outcome-words.ts";
import { Origin } from "./origin.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

type Props = {
  entry: InboxItem;
  onDecided: () => Promise<void>;
  /** A reader who could not answer need not be told that somebody else did. */
  isRecord?: boolean;
  /** False where that stands above already. */
  withOrigin?: boolean;
};

/** One approval with who asked, the chat and the words that led to it. */
export function InboxCard({ entry, onDecided, isRecord = false, withOrigin = true }: Props) {
  const say = useSay(inboxWords);
  const speech = useSpeech();
  const { id, view } = entry;
  const [answeredHere, setAnsweredHere] = useState(false);
  const decide = async (input: DecideInput) => {
    const result = await httpChatServer.decide(id, input);
    if (result.ok) setAnsweredHere(true);
    await onDecided();
    return result;
  };
  const extend = async () => {
    const result = await httpChatServer.extend(id);
    await onDecided();
    return result;
  };
  const elsewhere = answeredHere || isRecord || view.decision?.endedBy !== "person" ? null : outcomeLine(view, speech);
  return (
    <div data-card={view.status === "pending" ? "open" : "settled"} className="min-w-0">
      {withOrigin ? <Origin entry={entry} /> : null}
      <ApprovalCard canAsk={entry.canAsk} view={view} onDecide={decide} onExtend={extend} />
      {elsewhere === null ? null : (
        <p role="status" className="px-1 pt-1.5 text-small text-muted">
          {say.rich("inAnotherWindowElsewhere", { elsewhere: <VisibleText text={elsewhere} /> })}
        </p>
      )}
    </div>
  );
}
