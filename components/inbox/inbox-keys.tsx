"use client";

import { SwitchField } from "#components/ui/switch-field.tsx";

type Props = { letters: boolean; onLetters: (on: boolean) => void };

/** What the keys of the list do. */
export function InboxKeys({ letters, onLetters }: Props) {
  return (
    <div role="group" aria-label="Keyboard" className="flex max-w-[34rem] flex-col gap-3 pb-2 text-small">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {keys(letters).map(([key, does]) => (
          <div key={key} className="contents">
            <dt className="font-mono whitespace-nowrap">{key}</dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
      <SwitchField
        label="Single letters"
        hint="j, k and x work everywhere on this page, not only in the list. Off unless you want it: they can come in the way of speech input."
        checked={letters}
        onChange={onLetters}
      />
    </div>
  );
}

function keys(letters: boolean): [string, string][] {
  return [
    [letters ? "↓ ↑ or j k" : "↓ ↑", "the next call, the one before"],
    ["x", letters ? "selects the call" : "selects the call, while the list has the focus"],
    ["Enter", "goes to its card"],
    ["Ctrl/⌘ Enter", "approves what has the focus: a card, a table, or the selected calls"],
    ["Ctrl/⌘ Backspace", "declines it"],
    ["Esc", "leaves it without an answer"],
    ["?", "shows and hides this list"],
  ];
}
