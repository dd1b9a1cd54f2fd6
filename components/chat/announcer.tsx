"use client";

import { useEffect, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { descriptorOf } from "#lib/approvals/subjects/subjects.ts";
import { type ApprovalSay, approvalWords } from "#lib/approvals/words.en.ts";
import { useSay } from "#components/browser/speech.tsx";
import { openApprovals } from "#components/chat/live/chat-state.ts";
import { useChat } from "#components/chat/live/use-live-chat.ts";

/** Tells screen readers of each new card, once, without taking the focus. */
export function Announcer() {
  const chat = useChat();
  const say = useSay(approvalWords);
  const [words, setWords] = useState("");
  useEffect(() => {
    const told = new Set<string>();
    const tell = () => {
      const fresh = openApprovals(chat.snapshot().messages).filter((view) => !told.has(view.approvalId));
      for (const view of fresh) told.add(view.approvalId);
      if (fresh.length > 0) setWords(fresh.map((view) => wordsFor(view, say)).join(" "));
    };
    tell();
    return chat.subscribe(tell);
  }, [chat, say]);
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}

function wordsFor({ server, tool, subject, audience }: ApprovalView, say: ApprovalSay): string {
  if (audience?.mayAnswer === false) return `${tool.title} on ${server.title} waits. ${audience.words}`;
  return descriptorOf(subject).segment.opens(subject, { tool: tool.title, server: server.title }, say);
}
