"use client";

import { useEffect } from "react";

export const loadThread = () => import("#components/chat/thread.tsx");
export const loadMarkdown = () => import("#components/chat/message/markdown/markdown.tsx");
export const loadApprovalCard = () => import("#components/cards/approval-card.tsx");

/** Fetches the code that the first answer will need once the page is idle. */
export function useCodeAhead(): void {
  useEffect(() => {
    // A chunk that fails is fetched again when it is drawn, and that shows the failure.
    const fetchAll = () => void Promise.allSettled([loadThread(), loadMarkdown(), loadApprovalCard()]);
    const timer = setTimeout(fetchAll, 300);
    return () => clearTimeout(timer);
  }, []);
}
