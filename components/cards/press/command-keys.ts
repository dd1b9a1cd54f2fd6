import type { KeyboardEvent } from "react";

/** Each is told when the keys were pressed. */
type Commands = {
  accept: (at: number) => void;
  decline: (at: number) => void;
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
function own(event: KeyboardEvent, act: (at: number) => void): void {
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) act(event.timeStamp);
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
