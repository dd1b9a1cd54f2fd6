/** Keys that a person pressed so lately belong to what they were in. */
const typesForMs = 1_000;
const tabsForMs = 500;
/** For five seconds after a press browsers say that there was one, and not whether it was on the page or in a frame. */
const pressedForMs = 5_500;
/** One that takes the keyboard when it loads means no harm. */
const mostTaken = 5;

/**
 * Gives the keyboard back to where it was, when a frame takes it without a person's doing: they had not pressed in the
 * frame or moved into it with Tab, or were typing elsewhere. Shortly after a press on the page nobody can tell whether
 * another one was in the frame. Then it was if the pointer went there, and what was in a field stays there all the same;
 * a finger's is given back, and not counted. Calls `insists` when the frame does so again and again. Returns the function
 * that ends it.
 */
export function keepFocus(frame: HTMLIFrameElement, insists: () => void): () => void {
  const over = new AbortController();
  const how = { capture: true, passive: true, signal: over.signal };
  let before: Element | null = document.activeElement;
  let typedAt = Number.NEGATIVE_INFINITY;
  let tabbedAt = Number.NEGATIVE_INFINITY;
  let pressedAt = Number.NEGATIVE_INFINITY;
  let pointer = { x: 0, y: 0, isInFrame: false };
  let taken = 0;
  document.addEventListener("focusin", ({ target }) => (before = target as Element), how);
  // An app need not take the keyboard from those who press in it: what they write then would press what they pressed before.
  const goTo = (hasMoved: boolean) => {
    const { activeElement: active } = document;
    if (isField(before) || (!hasMoved && active?.matches(":focus-visible") === true)) return;
    if (active instanceof HTMLElement && !(active instanceof HTMLIFrameElement)) active.blur();
    before = null;
  };
  for (const type of ["pointerover", "pointermove"] as const)
    document.addEventListener(
      type,
      ({ target, screenX: x, screenY: y }) => {
        // A frame that the page scrolls under a pointer that rests was not gone to.
        const hasMoved = x !== pointer.x || y !== pointer.y;
        if (target instanceof HTMLIFrameElement) goTo(hasMoved);
        pointer = { x, y, isInFrame: target === frame && (hasMoved || pointer.isInFrame) };
      },
      how,
    );
  for (const type of ["pointerdown", "pointerup"] as const)
    document.addEventListener(type, ({ timeStamp }) => (pressedAt = timeStamp), how);
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
      const mayBePressed =
        navigator.userActivation.isActive && (!isField(before) || timeStamp - pressedAt >= pressedForMs);
      const isPressed = mayBePressed && (pointer.isInFrame || timeStamp - pressedAt >= pressedForMs);
      const isTyping = timeStamp - typedAt < typesForMs;
      const isLed = isPressed || timeStamp - tabbedAt < tabsForMs;
      // Within the event, and in its microtasks, Firefox does not say who has the keyboard, and keys go to the frame all the same.
      setTimeout(() => {
        const { activeElement: active } = document;
        if (active !== frame || (isLed && !isTyping)) {
          // They went to an app: what had the keyboard before has lost it, or a key that is meant for the app presses it.
          if (active instanceof HTMLIFrameElement) before = null;
          return;
        }
        if (isTyping || !mayBePressed) taken += 1;
        if (before instanceof HTMLElement && !(before instanceof HTMLIFrameElement))
          before.focus({ preventScroll: true });
        else frame.blur();
        if (taken >= mostTaken) insists();
      });
    },
    how,
  );
  return () => over.abort();
}

function isField(element: Element | null): boolean {
  return element?.matches("input, textarea, select, [contenteditable]") === true;
}
