"use client";

import { useSyncExternalStore } from "react";

const changed = "countersign-kept";

/** A switch that this browser remembers; off until it is switched on, and in the server's HTML. */
export function useKept(name: string): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    subscribe,
    () => isKept(name),
    () => false,
  );
  const set = (next: boolean) => {
    if (next) localStorage.setItem(name, "on");
    else localStorage.removeItem(name);
    window.dispatchEvent(new Event(changed));
  };
  return [on, set];
}

export function isKept(name: string): boolean {
  return localStorage.getItem(name) === "on";
}

function subscribe(look: () => void): () => void {
  // The browser tells other tabs by the first event; the second is for this tab.
  window.addEventListener("storage", look);
  window.addEventListener(changed, look);
  return () => {
    window.removeEventListener("storage", look);
    window.removeEventListener(changed, look);
  };
}
