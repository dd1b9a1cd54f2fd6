"use client";

import { AssistantRuntimeProvider, ThreadPrimitive, useThreadViewport } from "@assistant-ui/react";
import { ArrowDown } from "lucide-react";
import { lazy, memo, Suspense, useEffect } from "react";
import { AssistantMessage } from "#components/chat/message/assistant-message.tsx";
import { EarlierMessages } from "./earlier-messages.tsx";
import { Announcer } from "./announcer.tsx";
import { threadLook } from "./thread-look.ts";
import { ThreadTail } from "./thread-tail.tsx";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useThreadRuntime } from "#components/chat/live/use-thread-runtime.ts";
import { UserMessage } from "#components/chat/message/user-message.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

const EditMessage = lazy(async () => ({
  default: (await import("#components/chat/message/edit-message.tsx")).EditMessage,
}));

/** The messages of a chat. Where there are none yet, the page needs none of this. */
export function Thread() {
  return (
    <AssistantRuntimeProvider runtime={useThreadRuntime(useChat())}>
      <Announcer />
      <Messages />
    </AssistantRuntimeProvider>
  );
}

/** Separate, because what is around it is drawn anew with every piece of an answer. */
const Messages = memo(function Messages() {
  const say = useSay(chatWords);
  return (
    <ThreadPrimitive.Root className={threadLook.place}>
      <ThreadPrimitive.Viewport
        data-thread
        autoScroll
        className={threadLook.viewport}
        tabIndex={0}
        role="region"
        aria-label={say("conversation")}
      >
        <div className={threadLook.column}>
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
      <JumpToLatest />
    </ThreadPrimitive.Root>
  );
});

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
