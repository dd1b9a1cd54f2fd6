"use client";

import { AssistantRuntimeProvider } from "@assistant-ui/react";
import type { ReactNode } from "react";
import type { ChatDetail, ModelChoice } from "#lib/chat/chat-summary.ts";
import { Announcer } from "./announcer.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { useCodeAhead } from "#components/chat/message/code-ahead.ts";
import { Composer } from "./composer.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import type { StartOfChat } from "./empty-chat.tsx";
import { ServerAlarms } from "./server-alarms.tsx";
import { ShadowBanner } from "./shadow-banner.tsx";
import { Thread } from "./thread.tsx";
import { ChatContext, useLiveChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import type { LiveChat } from "#components/chat/live/live-chat.ts";
import { useThreadRuntime, messagesOf } from "#components/chat/live/use-thread-runtime.ts";
import { useEffect, useState } from "react";
import { ReviewLinks } from "#components/tools/review-links.tsx";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { ownApprovals } from "#components/chat/live/chat-state.ts";

/** One chat. Key it by the chat's id: another chat is another screen. */
export function ChatScreen({
  chatId,
  initial,
  models: given,
  stopped = false,
  start,
}: {
  chatId: string;
  initial: ChatDetail | null;
  models: ModelChoice[];
  /** For a chat that does not exist yet: whether every call is refused in the whole app. */
  stopped?: boolean;
  start: StartOfChat;
}) {
  const chat = useLiveChat(chatId, initial, stopped);
  // The page comes anew with another chat on it, so what was connected here is told here.
  const [connected, setConnected] = useState<ModelChoice[] | null>(null);
  const models = connected ?? given;
  useCodeAhead();
  return (
    <ChatContext value={chat}>
      <ThreadRuntime chat={chat}>
        <Address />
        <TabTitle />
        <Announcer />
        <div className="flex h-full min-w-0 flex-col">
          <ChatHeader models={models} />
          <DemoBanner models={models} onModels={setConnected} />
          <ShadowBanner />
          <ServerAlarms />
          <ToReview />
          <Thread start={connected === null ? start : { ...start, examples: false }} />
          <Composer chatId={chatId} models={models} />
        </div>
      </ThreadRuntime>
    </ChatContext>
  );
}

/** Separate from the screen, because it is drawn anew with every piece of an answer and its children need not be. */
function ThreadRuntime({ chat, children }: { chat: LiveChat; children: ReactNode }) {
  return <AssistantRuntimeProvider runtime={useThreadRuntime(chat)}>{children}</AssistantRuntimeProvider>;
}

/** Shown where the sidebar is hidden, but not at the start of a chat, which says the same. */
function ToReview() {
  const exists = useChatState((state) => state.exists);
  return exists ? (
    <div className="px-3 pt-2 empty:hidden md:hidden">
      <ReviewLinks />
    </div>
  ) : null;
}

/** Gives a new chat its own address as soon as the server knows it, so that reloading comes back to it. */
function Address() {
  const chatId = useChatState((state) => state.chatId);
  const exists = useChatState((state) => state.exists);
  useEffect(() => {
    if (exists && window.location.pathname === "/") window.history.replaceState(null, "", `/chat/${chatId}`);
  }, [exists, chatId]);
  return null;
}

/** The title of the tab says how many cards wait, also while the tab is hidden. */
function TabTitle() {
  const count = useChatState((state) => ownApprovals(messagesOf(state)).length);
  const title = useChatState((state) => state.title);
  return <PageTitle title={title} atLeast={count} />;
}
