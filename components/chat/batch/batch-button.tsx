"use client";

import { lazy, Suspense, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { leastRows, tableKey } from "#lib/chat/call-table.ts";
import { type Batch, batchOf } from "#lib/approvals/batch.ts";
import { Button } from "#components/ui/button.tsx";
import { messagesOf, openApprovals } from "#components/chat/live/chat-state.ts";
import { useChat, useChatState } from "#components/chat/live/use-live-chat.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

const BatchDialog = lazy(async () => ({ default: (await import("./batch-dialog.tsx")).BatchDialog }));

/** How many it offers; none where they stand in one table already. */
function offered(open: readonly ApprovalView[]): number {
  const { joins } = batchOf(open);
  const keys = new Set(joins.map((view) => tableKey(view) ?? view.approvalId));
  return keys.size === 1 && joins.length >= leastRows ? 0 : joins.length;
}

/**
 * Offers to approve several calls of low risk that wait in this answer. All open cards of a chat belong to one answer.
 */
export function BatchButton() {
  const say = useSay(chatWords);
  const chat = useChat();
  const count = useChatState((state) => offered(openApprovals(messagesOf(state))));
  // The list as it was when the dialog opened: a card that comes later is not approved unseen.
  const [batch, setBatch] = useState<Batch | null>(null);
  if (count === 0 && batch === null) return null;
  return (
    <>
      {count === 0 ? null : (
        <Button
          tight
          look="quiet"
          className="underline decoration-line-strong underline-offset-4"
          onClick={() => setBatch(batchOf(openApprovals(chat.snapshot().messages)))}
        >
          {say("approveAllLowRisk", { count })}
        </Button>
      )}
      <Suspense>{batch === null ? null : <BatchDialog batch={batch} onClose={() => setBatch(null)} />}</Suspense>
    </>
  );
}
