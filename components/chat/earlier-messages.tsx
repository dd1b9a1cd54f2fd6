"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/** Above the first message of a long chat, which begins with its newest ones. */
export function EarlierMessages() {
  const say = useSay(chatWords);
  const chat = useChat();
  const earlier = useChatState((state) => state.earlier);
  const [trouble, setTrouble] = useState(false);
  if (earlier === 0) return null;

  const show = async (thread: Element | null) => {
    const below = (thread?.scrollHeight ?? 0) - (thread?.scrollTop ?? 0);
    const drawn = () => thread?.querySelectorAll("[data-message-id]").length ?? 0;
    const before = drawn();
    try {
      await chat.showEarlier();
      setTrouble(false);
      // The messages are drawn some time after they arrive. Scrolls so that what the person was reading stays in place.
      const settle = () => {
        if (thread?.isConnected !== true) return;
        if (drawn() > before) thread.scrollTo({ top: thread.scrollHeight - below });
        else requestAnimationFrame(settle);
      };
      requestAnimationFrame(settle);
    } catch (error) {
      console.error("Earlier messages could not be read.", error);
      setTrouble(true);
    }
  };

  return (
    <div className="flex flex-col items-center gap-2">
      <Button tight onClick={({ currentTarget }) => void show(currentTarget.closest("[data-thread]"))}>
        {say("showEarlierMessages")}
      </Button>
      <ProblemLine problem={trouble ? say("earlierMessagesUnread") : null} />
    </div>
  );
}
