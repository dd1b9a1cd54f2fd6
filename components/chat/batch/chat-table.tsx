"use client";

import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { CardSlot } from "#components/chat/message/card-slot.tsx";
import type { Call } from "#components/chat/message/segments.ts";
import { ToolCall } from "#components/chat/message/tool-call.tsx";
import { useChat } from "#components/chat/live/use-live-chat.ts";
import { CallTable } from "./call-table.tsx";

type Entry = { call: Call; view: ApprovalView };

/** Calls of one tool in the thread of their chat. */
export function ChatTable({ entries, answering }: { entries: Entry[]; answering: boolean }) {
  const chat = useChat();
  return (
    <CallTable
      views={entries.map(({ view }) => view)}
      decide={(id, input) => chat.decide(id, input)}
      extend={(id) => chat.extend(id)}
    >
      {(view) => {
        const call = entries.find((entry) => entry.view === view)?.call;
        return (
          <div className="flex flex-col gap-2">
            {view.status === "pending" || call === undefined ? null : <ToolCall call={call} answering={answering} />}
            <CardSlot
              view={view}
              index={-1}
              total={0}
              wireName={call?.part?.toolName ?? null}
              belowItsCall={call !== undefined}
            />
          </div>
        );
      }}
    </CallTable>
  );
}
