"use client";

import { ApprovalCard } from "#components/cards/approval-card.tsx";
import type { DecideInput, DecideResult, ExtendResult } from "#components/cards/parts/card-props.ts";
import { GrantLine } from "#components/chat/message/grant-line.tsx";
import type { Call } from "#components/chat/message/segments.ts";
import { ToolCall } from "#components/chat/message/tool-call.tsx";
import { ClockTime } from "#components/ui/clock-time.tsx";

type Props = {
  call: Call;
  at: number;
  /** Ids of all cards that wait in the session. */
  open: string[];
  onDecide: (approvalId: string, input: DecideInput) => Promise<DecideResult>;
  onExtend: (approvalId: string) => Promise<ExtendResult>;
};

/** One call of a client, when it was made, and its cards. */
export function SessionCall({ call, at, open, onDecide, onExtend }: Props) {
  return (
    <li className="flex min-w-0 flex-col gap-2">
      <p className="px-1 text-fine text-muted">
        <ClockTime at={at} />
      </p>
      <ToolCall call={call} answering />
      {call.grant === null ? null : <GrantLine grant={call.grant} />}
      {call.approvals.map((view) => {
        const index = open.indexOf(view.approvalId);
        return (
          <div key={view.approvalId} data-card={view.status === "pending" ? "open" : "settled"} className="scroll-my-6">
            <ApprovalCard
              view={view}
              belowItsCall
              onDecide={(input) => onDecide(view.approvalId, input)}
              onExtend={() => onExtend(view.approvalId)}
              {...(index >= 0 && open.length > 1 ? { position: { index: index + 1, total: open.length } } : {})}
            />
          </div>
        );
      })}
    </li>
  );
}
