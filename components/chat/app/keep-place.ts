/** What a person did so lately may still move the page. */
const ledForMs = 2_000;
/** The page turns so soon after it moved: who waits longer leaves the time to answer a card. */
const turnsWithinMs = 3_000;
/** One that shows a part of itself when it loads means no harm, nor does a search of the browser. */
const mostTurns = 8;
/** So long a turn counts. */
const countsForMs = 30_000;

/**
 * Calls `insists` when the page turns back again and again without a person's doing on it, while a card waits: an app can
 * lead what scrolls around its frame back to itself, and so away from the card. Who scrolls through a frame, with a wheel,
 * a finger or keys, is not heard here: so what goes on the same way counts for nothing, nor does what rested before.
 * Returns the function that ends it.
 */
export function keepPlace(frame: HTMLIFrameElement, insists: () => void): () => void {
  const over = new AbortController();
  const how = { capture: true, passive: true, signal: over.signal };
  /** `way`: down 1, up -1; 0 where what they did may lead both ways, until it led one. */
  let led = { at: Number.NEGATIVE_INFINITY, way: 0 };
  let isPressed = false;
  const moves = new WeakMap<Element, { top: number; height: number; at: number; way: number }>();
  let turns: number[] = [];
  const leads = ({ timeStamp }: Event) => (led = { at: timeStamp, way: 0 });
  document.addEventListener("wheel", ({ deltaY, timeStamp }) => (led = { at: timeStamp, way: Math.sign(deltaY) }), how);
  document.addEventListener("keydown", leads, how);
  document.addEventListener("touchmove", leads, how);
  // A bar that is dragged says nothing more before the pointer has left it.
  for (const type of ["pointerdown", "pointermove", "pointerup"] as const)
    document.addEventListener(
      type,
      (event) => {
        if (isPressed || event.buttons > 0) leads(event);
        isPressed = event.buttons > 0;
      },
      how,
    );
  document.addEventListener(
    "scroll",
    ({ target, timeStamp: at }) => {
      const box = target instanceof Element ? target : document.documentElement;
      if (!box.contains(frame)) return;
      const { scrollTop: top, scrollHeight: height } = box;
      const last = moves.get(box);
      const way = Math.sign(top - (last?.top ?? top));
      if (last?.height === height && way === 0) return;
      moves.set(box, { top, height, at, way });
      // What is written below, or loaded above, moves the page as well.
      if (last?.height !== height || document.querySelector('[data-card="open"]') === null) return;
      if (led.way === 0) led.way = way;
      const isLed = isPressed || (at - led.at < ledForMs && led.way === way);
      if (isLed || last.way !== -way || at - last.at >= turnsWithinMs) return;
      turns = [...turns.filter((turn) => at - turn < countsForMs), at];
      if (turns.length >= mostTurns) insists();
    },
    how,
  );
  return () => over.abort();
}
