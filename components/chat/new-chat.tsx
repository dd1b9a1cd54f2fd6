"use client";

import { usePathname } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import type { StartOfChat } from "./empty-chat.tsx";
import { ChatScreen } from "./chat-screen.tsx";
import { threadLook } from "./thread-look.ts";
import { openedChat } from "#components/chat/live/use-live-chat.ts";
import { loadThread } from "#components/chat/message/code-ahead.ts";

const Thread = lazy(async () => ({ default: (await loadThread()).Thread }));

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
  const thread = (
    <Suspense fallback={<div className={threadLook.place} />}>
      <Thread />
    </Suspense>
  );
  const given = { models, stopped, start, thread };
  return <ChatScreen key={chatId} chatId={chatId} initial={null} {...given} />;
}
