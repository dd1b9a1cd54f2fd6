"use client";

import { lazy, Suspense, useEffect } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { useChat } from "./use-live-chat.ts";

const load = () => import("#components/cards/approval-card.tsx");
const ApprovalCard = lazy(async () => ({ default: (await load()).ApprovalCard }));

/** Fetches the code of the cards once the page is at rest, so that the first card finds it there. */
export function CardsAhead() {
  useEffect(() => {
    const timer = setTimeout(() => void load(), 500);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

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
