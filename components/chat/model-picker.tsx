"use client";

import { useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/** Names the model that answers next, and changes it, also in the middle of a chat. */
export function ModelPicker({ models }: { models: ModelChoice[] }) {
  const say = useSay(chatWords);
  const chat = useChat();
  const key = useChatState((state) => state.model);
  const [problem, setProblem] = useState<string | null>(null);
  const present = models.find((choice) => choice.key === key) ?? models[0];
  if (present === undefined) return null;
  if (models.length === 1)
    return <p className="mb-4 ms-4 max-w-48 truncate text-fine text-muted compact:hidden">{present.label}</p>;
  const change = async (model: string) => {
    setProblem(null);
    await chat.change({ model }).catch((error: unknown) => {
      setProblem(error instanceof Error ? error.message : String(error));
    });
  };
  return (
    <div className="mb-2.5 ms-3 flex min-w-0 flex-col compact:col-span-full compact:row-start-2 compact:mb-1">
      <select
        aria-label={say("model")}
        value={present.key}
        onChange={({ target }) => void change(target.value)}
        className="min-h-8 max-w-48 min-w-0 cursor-pointer compact:max-w-full truncate rounded-md bg-transparent text-fine text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        {models.map(({ key: value, label, price }) => (
          <option key={value} value={value}>
            {label}
            {price === undefined
              ? null
              : ` · ${say("priceOfTokens", { read: String(price.read), written: String(price.written) })}`}
          </option>
        ))}
      </select>
      {problem === null ? null : (
        <p role="alert" className="text-fine text-red">
          {problem}
        </p>
      )}
    </div>
  );
}
