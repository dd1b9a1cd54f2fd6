"use client";

import { SwitchField } from "#components/ui/switch-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";
import type { Say } from "#lib/words/say.ts";

type Props = { letters: boolean; onLetters: (on: boolean) => void };

/** What the keys of the list do. */
export function InboxKeys({ letters, onLetters }: Props) {
  const say = useSay(inboxWords);
  return (
    <div role="group" aria-label={say("keyboard")} className="flex max-w-[34rem] flex-col gap-3 pb-2 text-small">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {keys(letters, say).map(([key, does]) => (
          <div key={key} className="contents">
            <dt className="font-mono whitespace-nowrap">{key}</dt>
            <dd className="text-muted">{does}</dd>
          </div>
        ))}
      </dl>
      <SwitchField label={say("singleLetters")} hint={say("jKAndXWork")} checked={letters} onChange={onLetters} />
    </div>
  );
}

function keys(letters: boolean, say: Say<typeof inboxWords.english>): [string, string][] {
  return [
    [letters ? say("arrowsOrLetters") : "↓ ↑", say("nextOrBefore")],
    ["x", letters ? say("selectsTheCall") : say("selectsWhileFocused")],
    [say("enter"), say("goesToItsCard")],
    [say("ctrlEnter"), say("approvesWhatHasFocus")],
    [say("ctrlBackspace"), say("declinesIt")],
    ["Esc", say("leavesIt")],
    ["?", say("showsThisList")],
  ];
}
