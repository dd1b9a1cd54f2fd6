"use client";

import { lazy, Suspense } from "react";
import { openApprovals } from "#components/chat/live/chat-state.ts";
import { CardSlot } from "./card-slot.tsx";
import type { Call } from "./segments.ts";
import { ToolCall } from "./tool-call.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { messagesOf } from "#components/chat/live/use-thread-runtime.ts";

const GrantLine = lazy(async () => ({ default: (await import("./grant-line.tsx")).GrantLine }));

/** Calls that the model made together, each with its card in place. Open cards know their place in the whole chat. */
export function ToolCalls({ calls, answering }: { calls: Call[]; answering: boolean }) {
  const open = useChatState((state) => openIds(messagesOf(state)));
  const ids = open === "" ? [] : open.split(" ");
  return (
    <div className="flex flex-col gap-3">
      {calls.map((call) => (
        <div key={call.toolCallId} className="flex flex-col gap-2">
          <ToolCall call={call} answering={answering} />
          {call.grant === null ? null : (
            <Suspense>
              <GrantLine grant={call.grant} />
            </Suspense>
          )}
          {call.approvals.map((view) => (
            <CardSlot key={view.approvalId} view={view} index={ids.indexOf(view.approvalId)} total={ids.length} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** As one string, because a selection must be equal to itself. */
function openIds(messages: ReturnType<typeof messagesOf>): string {
  return openApprovals(messages)
    .map((view) => view.approvalId)
    .join(" ");
}
