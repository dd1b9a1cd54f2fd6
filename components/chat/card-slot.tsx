"use client";

import { lazy, Suspense } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { loadApprovalCard } from "./code-ahead.ts";
import { useChat } from "./use-live-chat.ts";

const ApprovalCard = lazy(async () => ({ default: (await loadApprovalCard()).ApprovalCard }));

/** The place of a card in the thread. `index` is -1 once it is settled. */
export function CardSlot({ view, index, total }: { view: ApprovalView; index: number; total: number }) {
  const chat = useChat();
  return (
    <div data-card={view.status === "pending" ? "open" : "settled"} className="scroll-mt-6 scroll-mb-6">
      <Suspense>
        <ApprovalCard
          view={view}
          onDecide={(input) => chat.decide(view.approvalId, input)}
          onExtend={() => chat.extend(view.approvalId)}
          {...(index >= 0 && total > 1 ? { position: { index: index + 1, total } } : {})}
        />
      </Suspense>
    </div>
  );
}
