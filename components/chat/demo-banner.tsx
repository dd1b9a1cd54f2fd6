"use client";

import Link from "next/link";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import { useChatState } from "#components/chat/live/use-live-chat.ts";

/** Says plainly that no real model answers here, and how to change that. */
export function DemoBanner({ models }: { models: ModelChoice[] }) {
  const key = useChatState((state) => state.model);
  const model = models.find((choice) => choice.key === key) ?? models[0];
  if (model?.demo !== true) return null;
  return (
    <div className="border-b border-line bg-amber-soft text-small">
      <p className="mx-auto block max-w-[46rem] px-4 py-2 sm:px-6">
        <strong className="font-semibold text-amber">Demo model.</strong> There is no AI behind this chat; it knows a
        few fixed requests. The tools, the cards and the files are real.{" "}
        <Link
          href="/settings/models"
          prefetch={false}
          className="font-medium underline decoration-line-strong underline-offset-4"
        >
          Use a real model
        </Link>
      </p>
    </div>
  );
}
