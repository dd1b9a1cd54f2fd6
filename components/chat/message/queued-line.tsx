import Link from "next/link";
import type { ToolProgress } from "#lib/chat/chat-message.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";

/** What a call waits for before it is sent. */
export function QueuedLine({ progress: { until }, message }: { progress: ToolProgress; message: string }) {
  return (
    <p className="border-t border-line px-3 py-2 text-fine text-muted">
      {until === undefined || until === "connection" ? readableText(message) : <UntilForm chat={until.chat} />}
    </p>
  );
}

function UntilForm({ chat }: { chat: { id: string; title: string } | null }) {
  const here = useChatState((state) => state.chatId);
  if (chat === null) return <>Waits until a form in another chat is answered.</>;
  if (chat.id === here) return <>Waits until your form in this chat is answered.</>;
  return (
    <>
      Waits until your form in{" "}
      <Link
        href={`/chat/${chat.id}`}
        prefetch={false}
        className="text-ink underline decoration-line-strong underline-offset-4"
      >
        <VisibleText text={chat.title === "" ? "Untitled" : chat.title} />
      </Link>{" "}
      is answered.
    </>
  );
}
