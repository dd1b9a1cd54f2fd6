"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import type { StartOfChat } from "./empty-chat.tsx";
import { ChatScreen } from "./chat-screen.tsx";
import { openedChat } from "#components/chat/live/use-live-chat.ts";

type Props = {
  freshId: string;
  models: ModelChoice[];
  /** Whether every call is refused in the whole app. */
  stopped: boolean;
  start: StartOfChat;
};

/**
 * A chat that does not exist yet. With its first message the address becomes the chat's own while the screen stays, so
 * that the answer goes on streaming in it. A return to this page begins another chat.
 */
export function NewChat({ freshId, models, stopped, start }: Props) {
  const path = usePathname();
  const [chatId, setChatId] = useState(() =>
    path === "/" && openedChat(freshId) !== undefined ? crypto.randomUUID() : freshId,
  );
  const [left, setLeft] = useState(false);
  if (!left && path !== "/") setLeft(true);
  if (left && path === "/") {
    setLeft(false);
    setChatId(crypto.randomUUID());
  }
  const given = { models, stopped, start };
  return <ChatScreen key={chatId} chatId={chatId} initial={null} {...given} />;
}
