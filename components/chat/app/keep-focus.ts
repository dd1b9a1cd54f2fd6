/** Keys that a person pressed so lately belong to what they were in. */
const typesForMs = 1_000;
const tabsForMs = 500;
/** So long after a press browsers say that there was one, and not whether it was on the page or in a frame. */
const pressedForMs = 5_000;
/** One that takes the keyboard when it loads means no harm. */
const mostTaken = 5;

/**
 * Gives the keyboard back to where it was, when a frame takes it without a person's doing: they had not pressed in the
 * frame or moved into it with Tab, or were typing elsewhere. Shortly after a press on the page nobody can tell whether
 * another one was in the frame: then what was in a field stays there. Calls `insists` when the frame does so again and
 * again. Returns the function that ends it.
 */
export function keepFocus(frame: HTMLIFrameElement, insists: () => void): () => void {
  const over = new AbortController();
  const how = { capture: true, passive: true, signal: over.signal };
  let before: Element | null = document.activeElement;
  let typedAt = Number.NEGATIVE_INFINITY;
  let tabbedAt = Number.NEGATIVE_INFINITY;
  let pressedAt = Number.NEGATIVE_INFINITY;
  let taken = 0;
  document.addEventListener("focusin", ({ target }) => (before = target as Element), how);
  document.addEventListener("pointerdown", ({ timeStamp }) => (pressedAt = timeStamp), how);
  document.addEventListener(
    "keydown",
    ({ key, timeStamp }) => {
      pressedAt = timeStamp;
      if (key === "Tab") tabbedAt = timeStamp;
      else typedAt = timeStamp;
    },
    how,
  );
  window.addEventListener(
    "blur",
    ({ timeStamp }) => {
      const isField = before?.matches("input, textarea, select, [contenteditable]") === true;
      const isPressed = navigator.userActivation.isActive && (!isField || timeStamp - pressedAt >= pressedForMs);
      const isLed = isPressed || timeStamp - tabbedAt < tabsForMs;
      // Within the event, and in its microtasks, Firefox does not say who has the keyboard, and keys go to the frame all the same.
      setTimeout(() => {
        if (document.activeElement !== frame || (isLed && timeStamp - typedAt >= typesForMs)) return;
        taken += 1;
        if (before instanceof HTMLElement && before !== frame) before.focus({ preventScroll: true });
        else frame.blur();
        if (taken >= mostTaken) insists();
      });
    },
    how,
  );
  return () => over.abort();
}
