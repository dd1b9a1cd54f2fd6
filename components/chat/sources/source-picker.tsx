"use client";

import { useState, type KeyboardEvent } from "react";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import type { ListedPrompt, ListedResource } from "#lib/chat/source-list.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { attach, useAttached, detach } from "./use-attached.ts";
import { AttachedResources } from "./attached-resources.tsx";
import { PromptDialog } from "./prompt-dialog.tsx";
import { fillPrompt, readResource } from "./read-sources.ts";
import { fitting, triggerAt, type Trigger } from "./trigger-at.ts";
import { useSourceList } from "./use-source-list.ts";
import { cutWords } from "./resource-dialog.tsx";
import type { FilledPrompt } from "#lib/chat/source-list.ts";

const mostShown = 8;
const listId = "source-picker";

type Choice = { key: string; name: string; about: string; pick: () => void };
type Of = {
  /** Whose next message it is. */
  draft: string;
  /** The field's text, and its caret; null where something is selected. */
  read: () => { text: string; caret: number | null };
  /** Puts another text, and the caret, into the field. */
  write: (text: string, caret: number) => void;
};

/**
 * Picks resources by `@` and prompts by `/` where a person writes. `fieldProps` belong to the field; `onKey` says whether
 * it took a key; `panel` stands above the field.
 */
export function useSourcePicker({ draft, read, write }: Of) {
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [at, setAt] = useState(0);
  const [prompt, setPrompt] = useState<ListedPrompt | null>(null);
  const [reading, setReading] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const attached = useAttached(draft);
  const sources = useSourceList(trigger !== null);

  const look = () => {
    const { text, caret } = read();
    const next = caret === null ? null : triggerAt(text, caret);
    if (next?.words !== trigger?.words) setAt(0);
    setTrigger(next);
  };
  /** What named the choice leaves the text. */
  const takeOut = () => {
    const { text } = read();
    if (trigger !== null) write(`${text.slice(0, trigger.from)}${text.slice(trigger.to)}`, trigger.from);
    setTrigger(null);
  };
  const during = async (work: () => Promise<void>) => {
    setProblem(null);
    setReading((now) => now + 1);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setReading((now) => now - 1);
  };
  const filled = ({ text, leftOut, resources }: FilledPrompt) => {
    const before = read().text;
    const all = before.trim() === "" ? text : `${before}\n\n${text}`;
    write(all, all.length);
    const full = resources.length === 0 ? null : attach(draft, resources);
    setProblem(leftOut > 0 ? cutWords(leftOut) : full);
    setPrompt(null);
  };
  const { choices, more } = choicesOf(sources, trigger, {
    resource: (resource) => {
      takeOut();
      void during(async () => setProblem(attach(draft, [await readResource(resource)])));
    },
    prompt: (chosen) => {
      takeOut();
      if (chosen.arguments.length > 0) setPrompt(chosen);
      else void during(async () => filled(await fillPrompt(chosen, {})));
    },
  });
  const active = choices[Math.min(at, choices.length - 1)];
  const isOpen = trigger !== null && (choices.length > 0 || trigger.words === "");

  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    if (event.key === "Escape") setTrigger(null);
    else if (active === undefined) return false;
    else if (event.key === "ArrowDown") setAt((now) => (now + 1) % choices.length);
    else if (event.key === "ArrowUp") setAt((now) => (now + choices.length - 1) % choices.length);
    else if (event.key === "Enter" || event.key === "Tab") active.pick();
    else return false;
    event.preventDefault();
    return true;
  };

  return {
    attached,
    isReading: reading > 0,
    onKey,
    look,
    close: () => setTrigger(null),
    fieldProps: {
      "aria-autocomplete": "list" as const,
      "aria-haspopup": "listbox" as const,
      ...(isOpen && choices.length > 0 && { "aria-controls": listId }),
      ...(isOpen && active !== undefined && { "aria-activedescendant": `${listId}-${active.key}` }),
    },
    panel: (
      <>
        {isOpen ? <Panel kind={trigger.kind} sources={sources} choices={choices} more={more} active={active} /> : null}
        <div className="mb-2 flex flex-col gap-2 empty:hidden">
          <AttachedResources label="Attached" resources={attached} onRemove={(each) => detach(draft, each)} />
          {reading > 0 ? (
            <p role="status" className="text-small text-muted">
              Reading from the server
            </p>
          ) : null}
          <ProblemLine problem={problem} />
        </div>
        {prompt === null ? null : <PromptDialog prompt={prompt} onFilled={filled} onClose={() => setPrompt(null)} />}
      </>
    ),
  };
}

type Known = ReturnType<typeof useSourceList>;
type Picks = { resource: (chosen: ListedResource) => void; prompt: (chosen: ListedPrompt) => void };

/** `more`: whether others fit, or are not listed at all. */
function choicesOf(sources: Known, trigger: Trigger | null, picks: Picks): { choices: Choice[]; more: boolean } {
  if (sources === null || "problem" in sources || trigger === null) return { choices: [], more: false };
  const { resources, prompts, isCut } = sources.list;
  if (trigger.kind === "prompt") {
    const found = fitting(prompts, trigger.words, ({ title, name, server }) => `${title} ${name} ${server}`);
    const choices = found.slice(0, mostShown).map((each, at) => ({
      key: String(at),
      name: each.title,
      about: [each.server, each.description].filter(Boolean).join(" · "),
      pick: () => picks.prompt(each),
    }));
    return { choices, more: isCut || found.length > mostShown };
  }
  const found = fitting(resources, trigger.words, ({ name, uri, server }) => `${name} ${uri} ${server}`);
  const choices = found.slice(0, mostShown).map((each, at) => ({
    key: String(at),
    name: each.name,
    about: [each.server, each.uri].join(" · "),
    pick: () => picks.resource(each),
  }));
  return { choices, more: isCut || found.length > mostShown };
}

type PanelProps = {
  kind: Trigger["kind"];
  sources: Known;
  choices: Choice[];
  more: boolean;
  active: Choice | undefined;
};

function Panel({ kind, sources, choices, more, active }: PanelProps) {
  const what = kind === "resource" ? "resource" : "prompt";
  const words =
    sources === null ? `Looking for ${what}s` : "problem" in sources ? sources.problem : `No server offers a ${what}.`;
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
        aria-label={kind === "resource" ? "Resources" : "Prompts"}
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
      {more ? (
        <p className="mb-2 text-fine text-muted">There are more {what}s. Type more of a name to find them.</p>
      ) : null}
    </>
  );
}
