"use client";

import { lazy, Suspense } from "react";
import { AppSlot } from "#components/chat/app/app-slot.tsx";
import { messagesOf, openApprovals } from "#components/chat/live/chat-state.ts";
import { rowsOf } from "./rows-of.ts";
import { CardSlot } from "./card-slot.tsx";
import type { Call } from "./segments.ts";
import { ToolCall } from "./tool-call.tsx";
import { useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

const GrantLine = lazy(async () => ({ default: (await import("./grant-line.tsx")).GrantLine }));

const ChatTable = lazy(async () => ({ default: (await import("#components/chat/batch/chat-table.tsx")).ChatTable }));

/**
 * Calls that the model made together, each with its card in place; many of one tool as one table. Open cards know their
 * place in the whole chat.
 */
export function ToolCalls({ calls, answering }: { calls: Call[]; answering: boolean }) {
  const open = useChatState((state) => openIds(messagesOf(state)));
  const ids = open === "" ? [] : open.split(" ");
  return (
    <div className="flex flex-col gap-3">
      {rowsOf(calls).map((row) =>
        "entries" in row ? (
          <Suspense key={row.key}>
            <ChatTable entries={row.entries} answering={answering} />
          </Suspense>
        ) : "unasked" in row ? (
          <UnaskedCalls key={row.key} calls={row.unasked} />
        ) : (
          <OneCall key={row.call.toolCallId} call={row.call} answering={answering} ids={ids} />
        ),
      )}
    </div>
  );
}

/** Calls that nobody was asked about, in one line. */
function UnaskedCalls({ calls }: { calls: Call[] }) {
  const say = useSay(chatWords);
  return (
    <details className="rounded-md border border-line bg-sheet/60 text-small">
      <summary className="min-h-10 cursor-pointer rounded-md px-3 py-2 hover:bg-sunk pointer-coarse:min-h-11">
        {say("calls", { count: calls.length })} <span className="text-muted">{say("notAskedAboutNotRun")}</span>
      </summary>
      <div className="flex flex-col gap-2 border-t border-line p-2">
        {calls.map((call) => (
          <ToolCall key={call.toolCallId} call={call} answering={false} />
        ))}
      </div>
    </details>
  );
}

function OneCall({ call, answering, ids }: { call: Call; answering: boolean; ids: string[] }) {
  return (
    <div className="flex flex-col gap-2">
      {standsOnCard(call) ? null : <ToolCall call={call} answering={answering} />}
      {call.grant === null ? null : (
        <Suspense>
          <GrantLine grant={call.grant} />
        </Suspense>
      )}
      {call.approvals.map((view) => (
        <CardSlot
          wireName={call.part?.toolName ?? null}
          key={view.approvalId}
          view={view}
          belowItsCall={!standsOnCard(call)}
          index={ids.indexOf(view.approvalId)}
          total={ids.length}
        />
      ))}
      <AppSlot call={call} />
    </div>
  );
}

/** The card of a call says all that its line would. A server's question is only a part of its call. */
function standsOnCard({ approvals }: Call): boolean {
  const latest = approvals.at(-1);
  return latest?.status === "pending" && latest.subject.kind === "tool-call";
}

/** As one string, because a selection must be equal to itself. */
function openIds(messages: ReturnType<typeof messagesOf>): string {
  return openApprovals(messages)
    .map((view) => view.approvalId)
    .join(" ");
}
