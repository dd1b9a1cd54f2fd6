import { visibleText } from "#lib/untrusted/visible-text.ts";
import type { Trigger } from "./trigger-at.ts";
import type { useSourceList } from "./use-source-list.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

export const listId = "source-picker";

export type Choice = { key: string; name: string; about: string; pick: () => void };
export type Known = ReturnType<typeof useSourceList>;

type PanelProps = {
  kind: Trigger["kind"];
  sources: Known;
  choices: Choice[];
  more: boolean;
  active: Choice | undefined;
};

/** What a person may pick from, above the field. */
export function SourcePanel({ kind, sources, choices, more, active }: PanelProps) {
  const say = useSay(chatWords);
  const words =
    sources === null
      ? say("lookingFor", { kind })
      : "problem" in sources
        ? sources.problem
        : say("noServerOffers", { kind });
  if (choices.length === 0) {
    return (
      <p role="status" className="mb-2 rounded-md border border-line bg-paper px-3 py-2 text-small text-muted">
        {words}
      </p>
    );
  }
  return (
    <>
      <div
        id={listId}
        role="listbox"
        aria-label={say(kind === "resource" ? "resources" : "prompts")}
        className="mb-2 max-h-72 overflow-y-auto rounded-md border border-line-strong bg-sheet py-1 text-small shadow-sheet"
      >
        {choices.map((choice) => (
          <button
            type="button"
            tabIndex={-1}
            key={choice.key}
            id={`${listId}-${choice.key}`}
            role="option"
            aria-selected={choice === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={choice.pick}
            className={`flex w-full min-h-9 cursor-pointer items-baseline gap-2 px-3 py-1.5 text-start hover:bg-sunk pointer-coarse:min-h-11 ${choice === active ? "bg-sunk" : ""}`}
          >
            <span className="max-w-[60%] shrink-0 truncate">{visibleText(choice.name)}</span>
            <span className="min-w-0 truncate text-fine text-muted">{visibleText(choice.about)}</span>
          </button>
        ))}
      </div>
      {more ? <p className="mb-2 text-fine text-muted">{say("thereAreMore", { kind })}</p> : null}
    </>
  );
}
