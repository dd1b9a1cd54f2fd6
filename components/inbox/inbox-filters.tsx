"use client";

import { useEffect, useId, useState } from "react";
import type { InboxChoices, InboxFilter } from "#lib/approvals/inbox-page.ts";
import { descriptorOf, type SubjectKind, subjectKinds } from "#lib/approvals/subjects/subjects.ts";
import { risks, type Risk } from "#lib/verdict/risk.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { readJson } from "#components/browser/use-fresh.ts";
import { Button } from "#components/ui/button.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";
import { approvalWords } from "#lib/approvals/words.en.ts";

type Props = { filter: InboxFilter; onChange: (filter: InboxFilter) => void };

const whose = ["mine", "others"] as const;

/** The filter. Its choices are read when somebody opens it. */
export function InboxFilters({ filter, onChange }: Props) {
  const say = useSay(inboxWords);
  const sayOfApproval = useSay(approvalWords);
  const [choices, setChoices] = useState<InboxChoices | null>(null);
  const set = (change: InboxFilter) => {
    const next = { ...filter, ...change };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)));
  };
  const active = Object.keys(filter).length;
  useEffect(() => {
    readJson<InboxChoices>("/api/inbox/choices").then(setChoices, (error: unknown) =>
      console.error("The choices could not be read.", error),
    );
  }, []);
  const tool = filter.serverId === undefined ? "" : keyOf(filter.serverId, filter.toolName ?? "");
  const tools = choices?.tools ?? [];
  const chats = choices?.chats ?? [];
  return (
    <div role="group" aria-label={say("filter")} className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-3">
      <Choice
        label={say("tool")}
        value={tool}
        options={withChosen(
          tools.map(({ serverId, toolName, waiting }) => [
            keyOf(serverId, toolName),
            say("toolnameOnServeridWaiting", {
              toolName: visibleText(toolName),
              serverId: visibleText(serverId),
              waiting,
            }),
          ]),
          tool,
          say("toolnameOnServerid", {
            toolName: visibleText(filter.toolName ?? ""),
            serverId: visibleText(filter.serverId ?? ""),
          }),
        )}
        onChange={(value) => {
          const [serverId, toolName] = value === "" ? [] : (JSON.parse(value) as [string, string]);
          set({ serverId, toolName });
        }}
      />
      <Choice
        label={say("chat")}
        value={filter.chatId ?? ""}
        options={withChosen(
          chats.map(({ id, title, waiting }) => [
            id,
            say("chatWaiting", { chat: visibleText(title) || say("untitled"), waiting }),
          ]),
          filter.chatId ?? "",
          say("theChosenChat"),
        )}
        onChange={(value) => set({ chatId: value === "" ? undefined : value })}
      />
      <Choice
        label={say("kind")}
        value={filter.kind ?? ""}
        options={subjectKinds.map((each) => [each, sayOfApproval(descriptorOf({ kind: each }).plural)])}
        onChange={(value) => set({ kind: value === "" ? undefined : (value as SubjectKind) })}
      />
      <Choice
        label={say("risk")}
        value={filter.risk === undefined ? "" : String(filter.risk)}
        options={risks.slice(1).map((risk) => [String(risk), risk === 5 ? "5" : say("riskAndAbove", { risk })])}
        onChange={(value) => set({ risk: value === "" ? undefined : (Number(value) as Risk) })}
      />
      <Choice
        label={say("whose")}
        value={filter.whose ?? ""}
        options={whose.map((each) => [each, say(each)])}
        onChange={(value) => set({ whose: value === "" ? undefined : (value as (typeof whose)[number]) })}
      />
      {active === 0 ? null : (
        <Button tight className="self-end justify-self-start" onClick={() => onChange({})}>
          {say("showEverything")}
        </Button>
      )}
    </div>
  );
}

/** The chosen value stays a choice, though nothing of it waits any more. */
function withChosen(options: [string, string][], chosen: string, words: string): [string, string][] {
  if (chosen === "" || options.some(([value]) => value === chosen)) return options;
  return [[chosen, words], ...options];
}

function keyOf(serverId: string, toolName: string): string {
  return JSON.stringify([serverId, toolName]);
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const say = useSay(inboxWords);
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-9 w-full min-w-0 rounded-md border border-line-strong bg-sheet px-2 text-small pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
      >
        <option value="">{say("all")}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
