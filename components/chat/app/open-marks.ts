const keyOf = (fingerprint: string) => `app-open:${fingerprint}`;
const everyMs = 1_000;
/** Beyond such a delay the page stood still. */
const longestDelayMs = 1_000;
/** So long in all it may stand still while an app is open: the machine may be slow as well. */
const mostStillMs = 5_000;
/** How many frames of this page hold each app. */
const open = new Map<string, number>();

/**
 * Writes down that an app is open, until `signal` says that it was closed, or the page ends in order. Where a browser runs
 * a frame in the process of its page, an app that computes without end stops the page, which then ends without a word: the
 * mark stays, for whatever the tab loads next. It also stays where the page stood still for long.
 */
export function markOpen(fingerprint: string, signal: AbortSignal): void {
  let stillMs = 0;
  let lookedAt = performance.now();
  const mark = () => sessionStorage.setItem(keyOf(fingerprint), "open");
  const look = () => {
    const now = performance.now();
    const delay = now - lookedAt - everyMs;
    // A page that nobody sees is slow by itself.
    if (document.visibilityState === "visible" && delay > longestDelayMs) stillMs += delay;
    lookedAt = now;
  };
  const unmark = () => {
    // What closes an app may be what the page stood still for.
    look();
    if (stillMs < mostStillMs) sessionStorage.removeItem(keyOf(fingerprint));
  };
  open.set(fingerprint, (open.get(fingerprint) ?? 0) + 1);
  mark();
  const timer = setInterval(look, everyMs);
  document.addEventListener("visibilitychange", () => (lookedAt = performance.now()), { signal });
  window.addEventListener("pagehide", unmark, { signal });
  // A page that was kept goes on, and so does the app.
  window.addEventListener("pageshow", mark, { signal });
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    const left = (open.get(fingerprint) ?? 1) - 1;
    if (left > 0) return void open.set(fingerprint, left);
    open.delete(fingerprint);
    unmark();
  });
}

/** Whether the page stopped while the app was open, which then is not opened unasked. */
export function hasStoppedPage(fingerprint: string): boolean {
  return !open.has(fingerprint) && sessionStorage.getItem(keyOf(fingerprint)) !== null;
}
