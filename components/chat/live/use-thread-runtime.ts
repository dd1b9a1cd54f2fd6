"use client";

import { useExternalStoreRuntime, type AppendMessage, type ThreadMessageLike } from "@assistant-ui/react";
import { useSyncExternalStore } from "react";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { messagesOf, resourcesOf, textOf } from "./chat-state.ts";
import type { LiveChat } from "./live-chat.ts";

/** Lets assistant-ui's thread draw our chat. The chat stays the only owner of the messages. */
export function useThreadRuntime(chat: LiveChat) {
  const state = useSyncExternalStore(chat.subscribe, chat.snapshot, chat.snapshot);
  const messages = messagesOf(state);
  return useExternalStoreRuntime<ChatMessage>({
    messages,
    // Without an answer to show, assistant-ui would make an empty one; the thread shows work in its own way.
    isRunning: state.run === "running" && messages.at(-1)?.role === "assistant",
    convertMessage,
    onNew: (message) => chat.send(writtenText(message)),
    onEdit: (message) => {
      const source = messages.find(({ id }) => id === message.sourceId);
      const resources = source === undefined ? [] : resourcesOf(source);
      return chat.send(writtenText(message), { replaces: message.sourceId ?? undefined, resources });
    },
    onReload: async (parentId) => {
      const question = messages.find((message) => message.id === parentId);
      if (question === undefined) return;
      await chat.send(textOf(question), { replaces: question.id, resources: resourcesOf(question) });
    },
    onCancel: () => chat.stop(),
  });
}

/** Only the text: our own components draw tool calls and cards from the message itself. */
function convertMessage(message: ChatMessage): ThreadMessageLike {
  return {
    id: message.id,
    role: message.role,
    content: [{ type: "text", text: textOf(message) }],
    createdAt: new Date(message.metadata?.createdAt ?? 0),
  };
}

function writtenText({ content }: AppendMessage): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
