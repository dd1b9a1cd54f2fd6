import Link from "next/link";
import type { ToolProgress } from "#lib/chat/chat-message.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** What a call waits for before it is sent. */
export function QueuedLine({ progress: { until }, message }: { progress: ToolProgress; message: string }) {
  const reword = useReword();
  return (
    <p className="border-t border-line px-3 py-2 text-fine text-muted">
      {until === undefined || until === "connection" ? readableText(reword(message)) : <UntilForm chat={until.chat} />}
    </p>
  );
}

function UntilForm({ chat }: { chat: { id: string; title: string } | null }) {
  const say = useSay(chatWords);
  const here = useChatState((state) => state.chatId);
  if (chat === null) return <>{say("waitsForAnotherChat")}</>;
  if (chat.id === here) return <>{say("waitsForThisChat")}</>;
  return (
    <>
      {say.rich("waitsForYourForm", {
        chat: (
          <Link
            href={`/chat/${chat.id}`}
            prefetch={false}
            className="text-ink underline decoration-line-strong underline-offset-4"
          >
            <VisibleText text={chat.title === "" ? say("untitled") : chat.title} />
          </Link>
        ),
      })}
    </>
  );
}
