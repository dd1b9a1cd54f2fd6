"use client";

import { useSyncExternalStore } from "react";

const stepMs = 30_000;

/** Unix ms, renewed every half minute; null in the server's HTML, whose clock is another. */
export function useNow(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / stepMs) * stepMs,
    () => null,
  );
}

function subscribe(look: () => void): () => void {
  const timer = setInterval(look, stepMs);
  return () => clearInterval(timer);
}
