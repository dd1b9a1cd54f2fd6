"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { ChatScreen } from "./chat-screen.tsx";
import { openedChat } from "./use-live-chat.ts";

/**
 * A chat that does not exist yet. With its first message the address becomes the chat's own while the screen stays, so
 * that the answer goes on streaming in it. Coming back to this page from there begins another chat.
 */
export function NewChat({
  freshId,
  models,
  stopped,
}: {
  freshId: string;
  models: ModelChoice[];
  /** Whether every call is refused in the whole app. */
  stopped: boolean;
}) {
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
  return <ChatScreen key={chatId} chatId={chatId} initial={null} models={models} stopped={stopped} />;
}
