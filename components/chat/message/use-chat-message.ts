"use client";

import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { messagesOf } from "#components/chat/live/chat-state.ts";
import { useChatState } from "#components/chat/live/use-live-chat.ts";

/** The message itself, with tool calls and cards; undefined at the moment when it leaves the thread. */
export function useChatMessage(messageId: string): ChatMessage | undefined {
  return useChatState((state) => messagesOf(state).find((message) => message.id === messageId));
}
