/**
 * Calls `onMove` when the element may have changed its place on the screen, for whatever reason; costs nothing while
 * the page is still. Returns the function that stops it.
 *
 * An intersection observer whose root is shrunk to the element's own rectangle reports as soon as the element leaves it;
 * no other browser event tells that something else pushed an element aside.
 */
export function watchMovement(element: Element, onMove: () => void): () => void {
  const stop = new AbortController();
  const listen = { capture: true, passive: true, signal: stop.signal };
  let observer: IntersectionObserver | null = null;
  let frame = 0;

  const lookAgain = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(observe);
    onMove();
  };

  const observe = () => {
    observer?.disconnect();
    const { top, left, right, bottom } = element.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const margins = [top, clientWidth - right, clientHeight - bottom, left];
    let isFirst = true;
    observer = new IntersectionObserver(
      ([entry]) => {
        // The first report only says where things stand, unless the element moved before the observer looked.
        if (!isFirst || entry?.boundingClientRect.top !== top) lookAgain();
        isFirst = false;
      },
      { root: document, rootMargin: margins.map((px) => `${-Math.floor(px)}px`).join(" "), threshold: steps },
    );
    observer.observe(element);
  };

  const resized = new ResizeObserver(lookAgain);
  resized.observe(element);
  document.addEventListener("scroll", lookAgain, listen);
  window.addEventListener("resize", lookAgain, listen);
  for (const type of ["scroll", "resize"]) window.visualViewport?.addEventListener(type, lookAgain, listen);
  observe();
  return () => {
    stop.abort();
    cancelAnimationFrame(frame);
    observer?.disconnect();
    resized.disconnect();
  };
}

/** Fine enough that a shift of a few pixels crosses a step on an element as high as a button. */
const steps = Array.from({ length: 33 }, (_, step) => step / 32);
