"use client";

import { EyeOff } from "lucide-react";
import Link from "next/link";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

/** Says that nothing runs in this chat, and where that is changed. */
export function ShadowBanner() {
  const say = useSay(chatWords);
  const isStopped = useChatState((state) => state.stopped);
  const isOn = useChatState((state) => state.policy === "denyAll");
  if (!isOn && !isStopped) return null;
  return (
    <p role="status" className="border-b border-line bg-sunk text-small">
      <span className="mx-auto flex max-w-[46rem] items-start gap-2 px-4 py-2 sm:px-6">
        <EyeOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
        <span>
          <strong className="font-semibold">{say("shadowMode")}</strong>{" "}
          {isStopped ? (
            <>
              {say("nothingRunsInTheApp")}{" "}
              <Link href="/settings/policies" prefetch={false} className="underline underline-offset-4">
                {say("seeThePolicies")}
              </Link>
            </>
          ) : (
            say("nothingRunsInThisChat")
          )}
        </span>
      </span>
    </p>
  );
}
