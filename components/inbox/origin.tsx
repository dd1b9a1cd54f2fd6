import Link from "next/link";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { ChatWords } from "./chat-words.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";

/** The chat of a call, who asks, and the words that led to it. */
export function Origin({ entry }: { entry: InboxItem }) {
  const say = useSay(inboxWords);
  const { askedBy, userPrompt } = entry;
  return (
    <div className="mb-2 flex flex-col gap-1 px-1 text-small">
      <p className="min-w-0 truncate font-medium">
        <ChatName entry={entry} />
      </p>
      {userPrompt === "" ? null : (
        <ScrollArea label={say("wordsThatLedToIt")} className="max-h-28">
          <blockquote className="whitespace-pre-wrap text-muted">
            {say.rich("askedbyWroteUserprompt", {
              askedBy: askedBy === null ? say("you") : <VisibleText text={askedBy} />,
              userPrompt: <VisibleText text={userPrompt} />,
            })}
          </blockquote>
        </ScrollArea>
      )}
      {entry.showsChat ? <ChatWords key={entry.id} entry={entry} /> : null}
    </div>
  );
}

/** The same among others, on one line. */
export function OriginLine({ entry }: { entry: InboxItem }) {
  const say = useSay(inboxWords);
  return (
    <p className="truncate text-small text-muted">
      {entry.askedBy === null ? null : (
        <>
          <VisibleText text={entry.askedBy} /> ·{" "}
        </>
      )}
      <VisibleText text={entry.chatTitle === "" ? say("untitled") : entry.chatTitle} />
    </p>
  );
}

function ChatName({ entry: { askedBy, sessionId, chatTitle } }: { entry: InboxItem }) {
  const say = useSay(inboxWords);
  const title = <VisibleText text={chatTitle === "" ? say("untitled") : chatTitle} />;
  // Another person's chat cannot be opened.
  if (askedBy !== null) return title;
  return (
    <Link
      href={`/chat/${sessionId}`}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {title}
    </Link>
  );
}
