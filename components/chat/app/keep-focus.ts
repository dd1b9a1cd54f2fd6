/** Keys that a person pressed so lately belong to what they were in. */
const typesForMs = 1_000;
const tabsForMs = 500;
/** One that takes the keyboard when it loads means no harm. */
const mostTaken = 5;

/**
 * Gives the keyboard back to where it was, when a frame takes it without a person's doing: they had not moved into the
 * frame with the pointer or Tab, or were typing elsewhere. Calls `insists` when it does so again and again. Returns the
 * function that ends it.
 */
export function keepFocus(frame: HTMLIFrameElement, insists: () => void): () => void {
  const over = new AbortController();
  const how = { capture: true, passive: true, signal: over.signal };
  let before: Element | null = document.activeElement;
  let typedAt = Number.NEGATIVE_INFINITY;
  let tabbedAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  document.addEventListener("focusin", ({ target }) => (before = target as Element), how);
  document.addEventListener(
    "keydown",
    ({ key, timeStamp }) => {
      if (key === "Tab") tabbedAt = timeStamp;
      else typedAt = timeStamp;
    },
    how,
  );
  window.addEventListener(
    "blur",
    ({ timeStamp }) => {
      if (document.activeElement !== frame) return;
      const isLed = frame.matches(":hover") || timeStamp - tabbedAt < tabsForMs;
      if (isLed && timeStamp - typedAt >= typesForMs) return;
      taken += 1;
      // Within the event, and in its microtasks, the browser gives keys to the frame all the same.
      setTimeout(() => {
        if (before instanceof HTMLElement && before !== frame) before.focus({ preventScroll: true });
        else frame.blur();
        if (taken >= mostTaken) insists();
      });
    },
    how,
  );
  return () => over.abort();
}
