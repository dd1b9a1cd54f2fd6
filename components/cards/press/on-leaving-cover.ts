/**
 * Whoever comes to a card from an app, a list, a calendar or a menu may have had something over it that no page sees: the
 * browser draws these itself. That is over, and the wait begins then. Calls `arm` at the first the card hears of the
 * pointer, which may be the second of two presses.
 */
export function onLeavingCover(row: Element, arm: () => void, signal: AbortSignal): void {
  const card = row.closest('[data-card="open"], dialog') ?? row;
  let wasCovered = document.querySelector("iframe:hover") !== null;
  const look = (event: Event) => {
    const { target, type } = event;
    const { activeElement: active } = document;
    if (type === "contextmenu" || isCover(event) || isPickedText(event)) wasCovered = true;
    else if (comes.has(type) && target instanceof Node && card.contains(target)) {
      if (!wasCovered && !(active instanceof HTMLIFrameElement)) return;
      // It closes what it has open.
      if (active instanceof HTMLIFrameElement) active.blur();
      wasCovered = false;
      arm();
    }
  };
  const types = [...comes, "pointerup", "keydown", "input", "change", "contextmenu"];
  for (const type of types) document.addEventListener(type, look, { capture: true, passive: true, signal });
}

const comes = new Set(["pointerover", "pointerdown"]);
const pickers = "input:is([type=date], [type=datetime-local], [type=time], [type=color], [list])";

/** A list is also opened, and left, by keys; what is typed into a field with a calendar opens nothing. */
function isCover({ target, type }: Event): boolean {
  if (target instanceof HTMLIFrameElement) return true;
  if (type === "pointerover" || !(target instanceof Element)) return false;
  return target.matches("select") || (type.startsWith("pointer") && target.matches(pickers));
}

/** What was picked from a list of suggestions is not typed. */
function isPickedText(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === "insertReplacementText";
}
