"use client";

import type { ReactNode } from "react";
import type { ChatDetail, ModelChoice } from "#lib/chat/chat-summary.ts";
import { ChatHeader } from "./chat-header.tsx";
import { useCodeAhead } from "#components/chat/message/code-ahead.ts";
import { Composer } from "./composer.tsx";
import { DemoBanner } from "./demo-banner.tsx";
import { EmptyChat, type StartOfChat } from "./empty-chat.tsx";
import { ServerAlarms } from "./server-alarms.tsx";
import { ShadowBanner } from "./shadow-banner.tsx";
import { announcementsId } from "./thread-look.ts";
import { ChatContext, useLiveChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useEffect, useState } from "react";
import { ReviewLinks } from "#components/tools/review-links.tsx";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { messagesOf, ownApprovals } from "#components/chat/live/chat-state.ts";

/** One chat. Key it by the chat's id: another chat is another screen. */
export function ChatScreen({
  chatId,
  initial,
  models: given,
  stopped = false,
  start,
  thread,
}: {
  chatId: string;
  initial: ChatDetail | null;
  models: ModelChoice[];
  /** For a chat that does not exist yet: whether every call is refused in the whole app. */
  stopped?: boolean;
  start: StartOfChat;
  /** Draws the messages. Comes from outside: only a page that has some at first brings its code along. */
  thread: ReactNode;
}) {
  const chat = useLiveChat(chatId, initial, stopped);
  // The page comes anew with another chat on it, so what was connected here is told here.
  const [connected, setConnected] = useState<ModelChoice[] | null>(null);
  const models = connected ?? given;
  useCodeAhead();
  return (
    <ChatContext value={chat}>
      <Address />
      <TabTitle />
      <div className="flex h-full min-w-0 flex-col">
        <p id={announcementsId} aria-live="polite" className="sr-only" />
        <ChatHeader models={models} />
        <DemoBanner models={models} onModels={setConnected} />
        <ShadowBanner />
        <ServerAlarms />
        <ToReview />
        <Conversation start={connected === null ? start : { ...start, examples: false }} thread={thread} />
        <Composer chatId={chatId} models={models} />
      </div>
    </ChatContext>
  );
}

function Conversation({ start, thread }: { start: StartOfChat; thread: ReactNode }) {
  const isEmpty = useChatState((state) => messagesOf(state).length === 0 && state.trouble !== "gone");
  return isEmpty ? <EmptyChat start={start} /> : thread;
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
