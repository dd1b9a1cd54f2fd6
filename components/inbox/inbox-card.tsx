"use client";

import Link from "next/link";
import { useState } from "react";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { ApprovalCard } from "#components/cards/approval-card.tsx";
import type { DecideInput } from "#components/cards/parts/card-props.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { httpChatServer } from "#components/chat/live/http-chat-server.ts";
import { outcomeLine } from "#lib/approvals/outcome-words.ts";

type Props = {
  entry: InboxItem;
  onDecided: () => Promise<void>;
  /** A reader who could not answer need not be told that somebody else did. */
  isRecord?: boolean;
};

/** One approval with who asked, the chat and the words that led to it. */
export function InboxCard({ entry, onDecided, isRecord = false }: Props) {
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
  const elsewhere = answeredHere || isRecord || view.decision?.endedBy !== "person" ? null : outcomeLine(view);
  return (
    <li data-card={view.status === "pending" ? "open" : "settled"} className="min-w-0">
      <Origin entry={entry} />
      <ApprovalCard canAsk={entry.canAsk} view={view} onDecide={decide} onExtend={extend} />
      {elsewhere === null ? null : (
        <p role="status" className="px-1 pt-1.5 text-small text-muted">
          In another window: <VisibleText text={elsewhere} />
        </p>
      )}
    </li>
  );
}

function Origin({ entry: { askedBy, sessionId, chatTitle, userPrompt } }: { entry: InboxItem }) {
  const title = <VisibleText text={chatTitle === "" ? "Untitled" : chatTitle} />;
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-2 gap-y-1 px-1 text-small">
      {askedBy === null ? (
        <Link
          href={`/chat/${sessionId}`}
          prefetch={false}
          className="min-w-0 truncate font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {title}
        </Link>
      ) : (
        // Another person's chat cannot be opened.
        <span className="min-w-0 truncate font-medium">{title}</span>
      )}
      {userPrompt === "" ? null : (
        <blockquote className="line-clamp-2 min-w-0 basis-full text-muted">
          <span className={askedBy === null ? "sr-only" : ""}>
            {askedBy === null ? "You" : <VisibleText text={askedBy} />} wrote:{" "}
          </span>
          “<VisibleText text={userPrompt} />”
        </blockquote>
      )}
    </div>
  );
}
