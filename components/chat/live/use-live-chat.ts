"use client";

import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import type { ChatDetail } from "#lib/chat/chat-summary.ts";
import { onAppEvent } from "#components/browser/on-app-event.ts";
import { newChat, withDetail, type ChatState } from "./chat-state.ts";
import { httpChatServer } from "./http-chat-server.ts";
import { LiveChat } from "./live-chat.ts";

/** Chats this tab has opened: going back to one shows it as it was, while it catches up. Empty on the server. */
const opened = new Map<string, LiveChat>();

export function openedChat(chatId: string): LiveChat | undefined {
  return opened.get(chatId);
}

/** The chat as this tab knows it, kept up to date while the component is mounted. */
export function useLiveChat(chatId: string, initial: ChatDetail | null, stopped: boolean): LiveChat {
  const [chat] = useState(() => {
    const known = opened.get(chatId);
    if (known !== undefined) return known;
    const state = { ...newChat(chatId), stopped };
    const made = new LiveChat(
      { server: httpChatServer, newId: () => crypto.randomUUID() },
      initial === null ? state : withDetail(state, initial, null),
    );
    if (typeof window !== "undefined") opened.set(chatId, made);
    return made;
  });

  useEffect(() => {
    const look = () => chat.setVisible(document.visibilityState === "visible");
    const stopHearing = onAppEvent((signal) => chat.receive(signal));
    document.addEventListener("visibilitychange", look);
    look();
    if (chat.snapshot().exists) chat.sync();
    return () => {
      document.removeEventListener("visibilitychange", look);
      stopHearing();
      chat.setVisible(false);
    };
  }, [chat]);

  return chat;
}

export const ChatContext = createContext<LiveChat | null>(null);

export function useChat(): LiveChat {
  const chat = useContext(ChatContext);
  if (chat === null) throw new Error("A part of the chat was drawn outside of a chat.");
  return chat;
}

/** Part of the chat's state; `select` must give the same object for the same state. */
export function useChatState<Selected>(select: (state: ChatState) => Selected): Selected {
  const chat = useChat();
  const read = () => select(chat.snapshot());
  return useSyncExternalStore(chat.subscribe, read, read);
}
