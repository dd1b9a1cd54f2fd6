"use client";

import type { Batch } from "#lib/approvals/batch.ts";
import { useChat } from "#components/chat/live/use-live-chat.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { BatchCalls } from "./batch-calls.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** Calls of one answer, to be answered by one press. */
export function BatchDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const say = useSay(chatWords);
  const chat = useChat();
  return (
    <Dialog title={say("approveCalls", { count: batch.joins.length })} onClose={onClose}>
      <BatchCalls
        batch={batch}
        decide={(id, input) => chat.decide(id, input)}
        className="max-h-[50vh] overflow-y-auto"
        onClose={onClose}
      />
    </Dialog>
  );
}
