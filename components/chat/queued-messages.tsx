"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/** Messages that wait for the present answer to end. */
export function QueuedMessages() {
  const say = useSay(chatWords);
  const chat = useChat();
  const queue = useChatState((state) => state.queue);
  const [problem, setProblem] = useState<{ messageId: string; says: string } | null>(null);
  if (queue.length === 0) return null;
  // Of a message that was sent meanwhile, or removed elsewhere, there is nothing left to say.
  const says = queue.some(({ id }) => id === problem?.messageId) ? problem?.says : undefined;

  const remove = async (messageId: string) => {
    setProblem(null);
    try {
      await chat.unqueue(messageId);
    } catch (error) {
      setProblem({ messageId, says: error instanceof Error ? error.message : String(error) });
      chat.sync();
    }
  };

  return (
    <section
      aria-label={say("queuedMessages")}
      className="mb-2 rounded-md border border-line bg-paper px-3 py-2 text-small"
    >
      <h2 className="text-fine text-muted">{say("sentAfterThisAnswer")}</h2>
      <ul className="divide-y divide-line">
        {queue.map(({ id, text }) => (
          <li key={id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 truncate">{text}</span>
            <IconButton
              icon={X}
              label={say("removeText", { text: text.slice(0, 40) })}
              onClick={() => void remove(id)}
            />
          </li>
        ))}
      </ul>
      {says === undefined ? null : <p className="text-red">{says}</p>}
    </section>
  );
}
