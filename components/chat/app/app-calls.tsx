"use client";

import { lazy, Suspense, useMemo } from "react";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { useSay } from "#components/browser/speech.tsx";
import { useChat } from "#components/chat/live/use-live-chat.ts";
import { loadApprovalCard } from "#components/chat/message/code-ahead.ts";
import { segmentsOf } from "#components/chat/message/segments.ts";
import { ToolCall } from "#components/chat/message/tool-call.tsx";
import { appWords } from "./words.en.ts";

const ApprovalCard = lazy(async () => ({ default: (await loadApprovalCard()).ApprovalCard }));

type Props = { calls: ChatMessage; onAnswered: () => Promise<void> };

/** What an app called, each with its card: below its frame, where nothing in it can be. */
export function AppCalls({ calls: message, onAnswered }: Props) {
  const say = useSay(appWords);
  const chat = useChat();
  const calls = useMemo(
    () => segmentsOf(message).flatMap((segment) => (segment.kind === "calls" ? segment.calls : [])),
    [message],
  );
  if (calls.length === 0) return null;
  return (
    <ul aria-label={say("callsOfTheApp")} className="flex flex-col gap-2">
      {calls.map((call) => (
        <li key={call.toolCallId} className="flex min-w-0 flex-col gap-2">
          {call.approvals.at(-1)?.status === "pending" ? null : <ToolCall call={call} answering />}
          {call.approvals.map((view) => (
            <div
              key={view.approvalId}
              data-card={view.status === "pending" ? "open" : "settled"}
              className="scroll-mt-6 scroll-mb-6"
            >
              <Suspense>
                <ApprovalCard
                  view={view}
                  belowItsCall
                  onDecide={async (input) => {
                    const result = await chat.decide(view.approvalId, input);
                    await onAnswered();
                    return result;
                  }}
                  onExtend={async () => {
                    const result = await chat.extend(view.approvalId);
                    await onAnswered();
                    return result;
                  }}
                />
              </Suspense>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}
