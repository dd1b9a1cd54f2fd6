export type ScreenBox = { left: number; top: number; bottom: number; scale: number };

/** What of the window is on the screen: a part of it where somebody zoomed in with two fingers. CSS pixels of the page. */
export function screenBox(): ScreenBox {
  const { clientHeight } = document.documentElement;
  const { offsetLeft = 0, offsetTop = 0, height = clientHeight, scale = 1 } = window.visualViewport ?? {};
  return { left: offsetLeft, top: offsetTop, bottom: Math.min(clientHeight, offsetTop + height), scale };
}
