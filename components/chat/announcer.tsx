"use client";

import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { descriptorOf } from "#lib/approvals/subjects/subjects.ts";
import { type ApprovalSay, approvalWords } from "#lib/approvals/words.en.ts";
import { useSay } from "#components/browser/speech.tsx";
import { openApprovals } from "#components/chat/live/chat-state.ts";
import { useChat } from "#components/chat/live/use-live-chat.ts";
import { announcementsId } from "./thread-look.ts";
import { type ChatSay, chatWords } from "./words.en.ts";

/** Tells screen readers of each new card, once, without taking the focus. */
export function Announcer() {
  const chat = useChat();
  const say = useSay(approvalWords);
  const sayOfChat = useSay(chatWords);
  const [words, setWords] = useState("");
  useEffect(() => {
    const told = new Set<string>();
    const tell = () => {
      const fresh = openApprovals(chat.snapshot().messages).filter((view) => !told.has(view.approvalId));
      for (const view of fresh) told.add(view.approvalId);
      if (fresh.length > 0) setWords(fresh.map((view) => wordsFor(view, say, sayOfChat)).join(" "));
    };
    tell();
    return chat.subscribe(tell);
  }, [chat, say, sayOfChat]);
  const region = words === "" ? null : document.getElementById(announcementsId);
  return region && createPortal(words, region);
}

function wordsFor({ server, tool, subject, audience }: ApprovalView, say: ApprovalSay, sayOfChat: ChatSay): string {
  if (audience?.mayAnswer === false)
    return sayOfChat("waitsForOthers", { tool: tool.title, server: server.title, who: audience.words });
  return descriptorOf(subject).segment.opens(subject, { tool: tool.title, server: server.title }, say);
}
