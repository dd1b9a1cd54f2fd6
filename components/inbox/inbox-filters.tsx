"use client";

import { useEffect, useId, useState } from "react";
import type { InboxChoices, InboxFilter } from "#lib/approvals/inbox-page.ts";
import { descriptorOf, type SubjectKind, subjectKinds } from "#lib/approvals/subjects/subjects.ts";
import { risks, type Risk } from "#lib/verdict/risk.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { readJson } from "#components/browser/use-fresh.ts";
import { Button } from "#components/ui/button.tsx";

type Props = { filter: InboxFilter; onChange: (filter: InboxFilter) => void };

const kinds = subjectKinds.map((kind) => [kind, descriptorOf({ kind }).plural] as const);
const whose = { mine: "From my chats", others: "From others" } as const;

/** The filter. Its choices are read when somebody opens it. */
export function InboxFilters({ filter, onChange }: Props) {
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
    <div role="group" aria-label="Filter" className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-3">
      <Choice
        label="Tool"
        value={tool}
        options={withChosen(
          tools.map(({ serverId, toolName, waiting }) => [
            keyOf(serverId, toolName),
            `${visibleText(toolName)} on ${visibleText(serverId)} (${waiting})`,
          ]),
          tool,
          `${visibleText(filter.toolName ?? "")} on ${visibleText(filter.serverId ?? "")}`,
        )}
        onChange={(value) => {
          const [serverId, toolName] = value === "" ? [] : (JSON.parse(value) as [string, string]);
          set({ serverId, toolName });
        }}
      />
      <Choice
        label="Chat"
        value={filter.chatId ?? ""}
        options={withChosen(
          chats.map(({ id, title, waiting }) => [id, `${visibleText(title) || "Untitled"} (${waiting})`]),
          filter.chatId ?? "",
          "The chosen chat",
        )}
        onChange={(value) => set({ chatId: value === "" ? undefined : value })}
      />
      <Choice
        label="Kind"
        value={filter.kind ?? ""}
        options={kinds}
        onChange={(value) => set({ kind: value === "" ? undefined : (value as SubjectKind) })}
      />
      <Choice
        label="Risk"
        value={filter.risk === undefined ? "" : String(filter.risk)}
        options={risks.slice(1).map((risk) => [String(risk), risk === 5 ? "5" : `${risk} and above`])}
        onChange={(value) => set({ risk: value === "" ? undefined : (Number(value) as Risk) })}
      />
      <Choice
        label="Whose"
        value={filter.whose ?? ""}
        options={Object.entries(whose)}
        onChange={(value) => set({ whose: value === "" ? undefined : (value as keyof typeof whose) })}
      />
      {active === 0 ? null : (
        <Button tight className="self-end justify-self-start" onClick={() => onChange({})}>
          Show everything
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
        <option value="">All</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
