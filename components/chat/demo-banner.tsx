"use client";

import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { useChatState } from "#components/chat/live/use-live-chat.ts";

/** Says plainly that no real model answers here, and how to change that. */
export function DemoBanner({ models }: { models: ModelChoice[] }) {
  const key = useChatState((state) => state.model);
  const model = models.find((choice) => choice.key === key) ?? models[0];
  if (model?.demo !== true) return null;
  return (
    <details className="group/demo border-b border-line bg-amber-soft text-small">
      <summary className="mx-auto block max-w-[46rem] list-none px-4 py-2 sm:px-6 [&::-webkit-details-marker]:hidden">
        <strong className="font-semibold text-amber">Demo model.</strong> There is no AI behind this chat; it knows a
        few fixed requests.{" "}
        <span className="underline decoration-line-strong underline-offset-4 group-open/demo:hidden">
          Use a real model
        </span>
      </summary>
      <p className="mx-auto max-w-[46rem] px-4 pb-3 sm:px-6">
        Stop the app, set <code className="font-mono text-fine">MODEL=openai:&lt;model&gt;</code> and{" "}
        <code className="font-mono text-fine">OPENAI_API_KEY</code>, and start it again. For Ollama, vLLM or LM Studio
        set <code className="font-mono text-fine">OPENAI_BASE_URL</code> instead of a key. The tools, the cards and the
        files are real either way.
      </p>
    </details>
  );
}
