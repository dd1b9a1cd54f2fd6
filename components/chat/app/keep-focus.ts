/** Keys that a person pressed so lately belong to what they were in. */
const typesForMs = 1_000;
const tabsForMs = 500;

/**
 * Gives the keyboard back to where it was, when a frame takes it without a person's doing: they had not moved into the
 * frame with the pointer or Tab, or were typing elsewhere. Returns the function that ends it.
 */
export function keepFocus(frame: HTMLIFrameElement): () => void {
  const over = new AbortController();
  const how = { capture: true, passive: true, signal: over.signal };
  let before: Element | null = document.activeElement;
  let typedAt = Number.NEGATIVE_INFINITY;
  let tabbedAt = Number.NEGATIVE_INFINITY;
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
      // The frame's own blur must be over first.
      queueMicrotask(() => {
        frame.blur();
        window.focus();
        if (before instanceof HTMLElement && before !== frame) before.focus({ preventScroll: true });
      });
    },
    how,
  );
  return () => over.abort();
}
