"use client";

import { ThreadPrimitive, useThreadViewport } from "@assistant-ui/react";
import { ArrowDown } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { AssistantMessage } from "#components/chat/message/assistant-message.tsx";
import { EarlierMessages } from "./earlier-messages.tsx";
import { EmptyChat, type StartOfChat } from "./empty-chat.tsx";
import { ThreadTail } from "./thread-tail.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { messagesOf } from "#components/chat/live/use-thread-runtime.ts";
import { UserMessage } from "#components/chat/message/user-message.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

const EditMessage = lazy(async () => ({
  default: (await import("#components/chat/message/edit-message.tsx")).EditMessage,
}));

export function Thread({ start }: { start: StartOfChat }) {
  const say = useSay(chatWords);
  const isEmpty = useChatState((state) => messagesOf(state).length === 0 && state.trouble !== "gone");
  return (
    <ThreadPrimitive.Root className="relative min-h-0 flex-1">
      <ThreadPrimitive.Viewport
        data-thread
        autoScroll={!isEmpty}
        className="relative h-full overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges]"
        tabIndex={0}
        role="region"
        aria-label={say("conversation")}
      >
        <div className="mx-auto flex min-h-full w-full max-w-[46rem] flex-col gap-9 px-4 pt-8 pb-12 sm:px-6 pointer-coarse:gap-12">
          {isEmpty ? <EmptyChat {...start} /> : null}
          <EarlierMessages />
          <ThreadPrimitive.Messages>
            {({ message }) => {
              if (message.role === "assistant") return <AssistantMessage />;
              return message.composer.isEditing ? (
                <Suspense fallback={<UserMessage />}>
                  <EditMessage />
                </Suspense>
              ) : (
                <UserMessage />
              );
            }}
          </ThreadPrimitive.Messages>
          <ThreadTail />
        </div>
      </ThreadPrimitive.Viewport>
      <FollowSent />
      {isEmpty ? null : <JumpToLatest />}
    </ThreadPrimitive.Root>
  );
}

/** A person who sends a message wants to see it and its answer, wherever they were reading. */
function FollowSent() {
  const sent = useChatState((state) => state.outbox.at(-1)?.id);
  const scrollToBottom = useThreadViewport((viewport) => viewport.scrollToBottom);
  useEffect(() => {
    if (sent !== undefined) scrollToBottom({ behavior: "instant" });
  }, [sent, scrollToBottom]);
  return null;
}

function JumpToLatest() {
  const say = useSay(chatWords);
  return (
    <ThreadPrimitive.ScrollToBottom
      aria-label={say("jumpToTheLatest")}
      title={say("jumpToTheLatest")}
      className="absolute right-3 bottom-3 inline-flex size-10 pointer-coarse:size-11 md:right-6 items-center justify-center rounded-full border border-line bg-sheet text-ink shadow-sheet disabled:invisible"
    >
      <ArrowDown aria-hidden="true" className="size-4" strokeWidth={1.75} />
    </ThreadPrimitive.ScrollToBottom>
  );
}
