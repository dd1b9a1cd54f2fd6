import type { KeyboardEvent } from "react";

export type Commands = {
  accept: () => void;
  decline: () => void;
};

/** The keys of what is answered, while the focus is in it: Ctrl/⌘ Enter, Ctrl/⌘ Backspace, and Esc, which leaves. */
export function commandKeys({ accept, decline }: Commands): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === "Escape") leave(event);
    else if (isCommand(event) && event.key === "Enter") own(event, accept);
    else if (isCommand(event) && event.key === "Backspace" && !isTyping(event.target)) own(event, decline);
  };
}

/** Of a field in a card that sends words of its own: there Ctrl/⌘ Enter sends them, and answers nothing else. */
export function sendKey(send: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (!event.nativeEvent.isComposing && isCommand(event) && event.key === "Enter") own(event, send);
  };
}

function isCommand({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** The rest of the page must not hear a key that was used here. */
function own(event: KeyboardEvent, act: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) act();
}

/** Esc leaves it without an answer. */
function leave(event: KeyboardEvent): void {
  event.stopPropagation();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** In a text field Ctrl+Backspace deletes a word. */
function isTyping(target: EventTarget): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
