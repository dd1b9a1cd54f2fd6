"use client";

import { lazy, Suspense, useState } from "react";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

const FirstModel = lazy(async () => ({
  default: (await import("#components/settings/models/first-model.tsx")).FirstModel,
}));

type Props = {
  models: ModelChoice[];
  /** There are others to choose from now. */
  onModels: (models: ModelChoice[]) => void;
};

/** Says plainly that no real model answers here, and changes that. */
export function DemoBanner({ models, onModels }: Props) {
  const say = useSay(chatWords);
  const chat = useChat();
  const key = useChatState((state) => state.model);
  const [connecting, setConnecting] = useState(false);
  const model = models.find((choice) => choice.key === key) ?? models[0];
  if (model?.demo !== true) return null;
  return (
    <div className="border-b border-line bg-amber-soft text-small">
      <p className="mx-auto block max-w-[46rem] px-4 py-2 sm:px-6">
        <strong className="font-semibold text-amber">{say("demoModel")}</strong> {say("thereIsNoAi")}{" "}
        <button
          type="button"
          onClick={() => setConnecting(true)}
          className="font-medium underline decoration-line-strong underline-offset-4"
        >
          {say("useARealModel")}
        </button>
      </p>
      {connecting ? (
        <Suspense>
          <FirstModel
            onEnd={async (choices, chosen) => {
              if (chosen !== null) await chat.change({ model: chosen });
              onModels(choices);
            }}
            onClose={() => setConnecting(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
