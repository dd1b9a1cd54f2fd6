"use client";

import { useState, type KeyboardEvent } from "react";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import type { ListedPrompt, ListedResource, ListedTemplate } from "#lib/chat/source-list.ts";
import { attach, useAttached, detach } from "./use-attached.ts";
import { AttachedResources } from "./attached-resources.tsx";
import { ChangedResources } from "./changed-resources.tsx";
import { listId, SourcePanel, type Choice, type Known } from "./source-panel.tsx";
import { ValuesDialog } from "./values-dialog.tsx";
import { fillPrompt, readResource, readTemplate } from "./read-sources.ts";
import { fitting, triggerAt, type Trigger } from "./trigger-at.ts";
import { useSourceList } from "./use-source-list.ts";
import type { FilledPrompt } from "#lib/chat/source-list.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

const mostShown = 8;

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
  const say = useSay(chatWords);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [at, setAt] = useState(0);
  const [prompt, setPrompt] = useState<ListedPrompt | null>(null);
  const [template, setTemplate] = useState<ListedTemplate | null>(null);
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
    setProblem(leftOut > 0 ? say("lastLeftOut", { leftOut }) : full);
    setPrompt(null);
  };
  const { choices, more } = choicesOf(sources, trigger, {
    resource: (resource) => {
      takeOut();
      void during(async () => setProblem(attach(draft, [await readResource(resource)])));
    },
    template: (chosen) => {
      takeOut();
      setTemplate(chosen);
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
        {isOpen ? (
          <SourcePanel kind={trigger.kind} sources={sources} choices={choices} more={more} active={active} />
        ) : null}
        <div className="mb-2 flex flex-col gap-2 empty:hidden">
          <AttachedResources label={say("attached")} resources={attached} onRemove={(each) => detach(draft, each)} />
          {reading > 0 ? (
            <p role="status" className="text-small text-muted">
              {say("readingFromTheServer")}
            </p>
          ) : null}
          <ProblemLine problem={problem} />
        </div>
        <ChangedResources draft={draft} />
        {prompt === null ? null : (
          <ValuesDialog
            of={prompt}
            title={prompt.title}
            description={prompt.description}
            outcome={say("makesAText", { server: prompt.server })}
            asked={prompt.arguments}
            take={async (values) => filled(await fillPrompt(prompt, values))}
            onClose={() => setPrompt(null)}
          />
        )}
        {template === null ? null : (
          <ValuesDialog
            of={template}
            title={template.name}
            description={template.description}
            outcome={say("isAskedFor", { server: template.server, uri: template.uri })}
            asked={template.variables.map((variable) => ({ ...variable, description: "" }))}
            take={async (values) => {
              setProblem(attach(draft, [await readTemplate(template, values)]));
              setTemplate(null);
            }}
            onClose={() => setTemplate(null)}
          />
        )}
      </>
    ),
  };
}

type Picks = {
  resource: (chosen: ListedResource) => void;
  template: (chosen: ListedTemplate) => void;
  prompt: (chosen: ListedPrompt) => void;
};

/** `more`: whether others fit, or are not listed at all. */
function choicesOf(sources: Known, trigger: Trigger | null, picks: Picks): { choices: Choice[]; more: boolean } {
  if (sources === null || "problem" in sources || trigger === null) return { choices: [], more: false };
  const { resources, templates, prompts, isCut } = sources.list;
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
  const all = [
    ...resources.map((each) => ({ each, pick: () => picks.resource(each) })),
    ...templates.map((each) => ({ each, pick: () => picks.template(each) })),
  ];
  const found = fitting(all, trigger.words, ({ each: { name, uri, server } }) => `${name} ${uri} ${server}`);
  const choices = shownOf(found).map(({ each, pick }, at) => ({
    key: String(at),
    name: "variables" in each ? `${each.name} …` : each.name,
    about: [each.server, each.uri].join(" · "),
    pick,
  }));
  return { choices, more: isCut || found.length > mostShown };
}

/** As many as are shown, the last one a template where one fits: a long list of resources hides none of them. */
function shownOf<Found extends { each: ListedResource | ListedTemplate }>(found: Found[]): Found[] {
  const shown = found.slice(0, mostShown);
  const template = found.find(({ each }) => "variables" in each);
  return template === undefined || shown.includes(template) ? shown : [...shown.slice(0, -1), template];
}
