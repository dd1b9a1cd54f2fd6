"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML, true as soon as the page is hydrated: before that a button would do nothing. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
