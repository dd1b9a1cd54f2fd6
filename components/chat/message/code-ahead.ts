"use client";

import { useEffect } from "react";

export const loadMarkdown = () => import("./markdown.tsx");
export const loadApprovalCard = () => import("#components/cards/approval-card.tsx");

/** Fetches the code that the first answer will need once the page is at rest, so that it is there in time. */
export function useCodeAhead(): void {
  useEffect(() => {
    // One that fails is asked for again by whoever draws it, and that shows.
    const fetchAll = () => void Promise.allSettled([loadMarkdown(), loadApprovalCard()]);
    const timer = setTimeout(fetchAll, 300);
    return () => clearTimeout(timer);
  }, []);
}
