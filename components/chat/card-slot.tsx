"use client";

import { ApprovalCard } from "#components/cards/approval-card.tsx";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { useChat } from "./use-live-chat.ts";

/** The place of a card in the thread. `index` is -1 once it is settled. */
export function CardSlot({ view, index, total }: { view: ApprovalView; index: number; total: number }) {
  const chat = useChat();
  return (
    <div data-card={view.status === "pending" ? "open" : "settled"} className="scroll-mt-6 scroll-mb-6">
      <ApprovalCard
        view={view}
        onDecide={(input) => chat.decide(view.approvalId, input)}
        onExtend={() => chat.extend(view.approvalId)}
        {...(index >= 0 && total > 1 ? { position: { index: index + 1, total } } : {})}
      />
    </div>
  );
}
