"use client";

import { ActionBarPrimitive, useAuiState } from "@assistant-ui/react";
import { Pencil } from "lucide-react";
import { MessageRoot } from "./message-root.tsx";
import { Button } from "#components/ui/button.tsx";
import { iconButtonLook } from "#components/ui/icon-button.tsx";
import { CopyMessage } from "./copy-message.tsx";
import { NoticeLine } from "./notice-line.tsx";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useChatMessage } from "./use-chat-message.ts";
import { AttachedResources } from "#components/chat/sources/attached-resources.tsx";
import { resourcesOf, textOf } from "#components/chat/live/chat-state.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

export function UserMessage() {
  const say = useSay(chatWords);
  const chat = useChat();
  const messageId = useAuiState((state) => state.message.id);
  const message = useChatMessage(messageId);
  const outgoing = useChatState((state) => state.outbox.find((each) => each.id === messageId));
  if (message === undefined) return null;
  const problem = outgoing?.problem ?? null;
  return (
    <MessageRoot className="group/message relative flex flex-col items-end gap-1">
      <p className="sr-only">{say("youWrote")}</p>
      <div className="max-w-[85%] rounded-lg rounded-br-sm border border-line bg-sheet px-4 py-2.5 whitespace-pre-wrap shadow-sheet [unicode-bidi:plaintext]">
        {textOf(message)}
      </div>
      <AttachedResources label={say("attachedResources")} resources={resourcesOf(message)} />
      {outgoing === undefined ? (
        <div className={`right-0 ${actionsLook}`}>
          <CopyMessage />
          <ActionBarPrimitive.Edit
            aria-label={say("editThisRequest")}
            title={say("editThisRequest")}
            className={iconButtonLook}
          >
            <Pencil aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </ActionBarPrimitive.Edit>
        </div>
      ) : null}
      {problem !== null ? (
        <NoticeLine tone="red" text={problem}>
          <Button tight onClick={() => void chat.resend(messageId)}>
            {say("retry")}
          </Button>
          <Button tight look="quiet" onClick={() => chat.discard(messageId)}>
            {say("discard")}
          </Button>
        </NoticeLine>
      ) : null}
    </MessageRoot>
  );
}

/** Hidden until the message is hovered or focused, in the space below it; always visible on touch screens. */
export const actionsLook =
  "absolute top-full flex opacity-0 transition-opacity duration-150 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100";
