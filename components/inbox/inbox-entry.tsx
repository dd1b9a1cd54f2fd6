"use client";

import Link from "next/link";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { ApprovalCard } from "#components/cards/approval-card.tsx";
import type { DecideInput } from "#components/cards/card-props.ts";
import { httpChatServer } from "#components/chat/http-chat-server.ts";

/** One approval with the chat and the words that led to it. */
export function InboxEntry({ item, onDecided }: { item: InboxItem; onDecided: () => Promise<void> }) {
  const { id, view } = item;
  const decide = async (input: DecideInput) => {
    const result = await httpChatServer.decide(id, input);
    await onDecided();
    return result;
  };
  const extend = async () => {
    const result = await httpChatServer.extend(id);
    await onDecided();
    return result;
  };
  return (
    <li data-card={view.status === "pending" ? "open" : "settled"} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 px-1 text-small">
        <ChatName item={item} />
        {item.userPrompt === "" ? null : (
          <blockquote className="line-clamp-2 min-w-0 basis-full text-muted">
            <span className={item.askedBy === null ? "sr-only" : ""}>{item.askedBy ?? "You"} wrote: </span>“
            {item.userPrompt}”
          </blockquote>
        )}
      </div>
      <ApprovalCard view={view} onDecide={decide} onExtend={extend} />
    </li>
  );
}

/** The way to one's own chat. Another person's cannot be opened. */
function ChatName({ item: { askedBy, chatTitle, sessionId } }: { item: InboxItem }) {
  const title = chatTitle || "Untitled";
  if (askedBy !== null) return <span className="min-w-0 truncate font-medium">{title}</span>;
  return (
    <Link
      href={`/chat/${sessionId}`}
      prefetch={false}
      className="min-w-0 truncate font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {title}
    </Link>
  );
}
