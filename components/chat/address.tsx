"use client";

import { useEffect } from "react";
import { useChatState } from "#components/chat/live/use-live-chat.ts";

/** Gives a new chat its own address as soon as the server knows it, so that reloading comes back to it. */
export function Address() {
  const chatId = useChatState((state) => state.chatId);
  const exists = useChatState((state) => state.exists);
  useEffect(() => {
    if (exists && window.location.pathname === "/") window.history.replaceState(null, "", `/chat/${chatId}`);
  }, [exists, chatId]);
  return null;
}
