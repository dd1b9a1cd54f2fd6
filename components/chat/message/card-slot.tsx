"use client";

import { lazy, Suspense, useRef } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { loadApprovalCard } from "./code-ahead.ts";
import { useShowFromTop } from "./use-show-from-top.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";

const ApprovalCard = lazy(async () => ({ default: (await loadApprovalCard()).ApprovalCard }));

type Props = {
  view: ApprovalView;
  index: number;
  total: number;
  /** The tool's name for the model; null where the message does not hold its call. */
  wireName: string | null;
  belowItsCall: boolean;
};

/** The place of a card in the thread. `index` is -1 once it is settled. */
export function CardSlot({ view, index, total, wireName, belowItsCall }: Props) {
  const chat = useChat();
  const isQuiet = useChatState((state) => state.run === "idle" && state.outbox.length === 0 && !state.stopped);
  const request = view.status === "expired" && isQuiet ? requestAgain(view, wireName) : null;
  const box = useRef<HTMLDivElement>(null);
  useShowFromTop(box, view.status === "pending");
  return (
    <div ref={box} data-card={view.status === "pending" ? "open" : "settled"} className="scroll-mt-6 scroll-mb-6">
      <Suspense>
        <ApprovalCard
          canAsk
          view={view}
          belowItsCall={belowItsCall}
          onDecide={(input) => chat.decide(view.approvalId, input)}
          onExtend={() => chat.extend(view.approvalId)}
          {...(request === null ? {} : { onAskAgain: () => void chat.send(request) })}
          {...(index >= 0 && total > 1 ? { position: { index: index + 1, total } } : {})}
        />
      </Suspense>
    </div>
  );
}

/** A message that is longer is not taken. Characters. */
const longestRequest = 50_000;

/** What a person says to the model to have an expired call proposed anew; the gate judges it like every other. */
function requestAgain({ subject, said }: ApprovalView, wireName: string | null): string | null {
  if (subject.kind !== "tool-call" || said !== undefined || wireName === null) return null;
  const request = `Call ${wireName} ${subject.argumentsJson}`;
  return request.length > longestRequest ? null : request;
}
