"use client";

import { useId, useState } from "react";
import type { AskedValue } from "#lib/imports/found-server.ts";
import { shownValue } from "#lib/imports/shown-value.ts";
import { readableText, visibleText } from "#lib/untrusted/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { FieldShell, inputLook } from "#components/ui/field-shell.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { type ToolSay, toolWords } from "#components/tools/words.en.ts";
import { ExactCommand } from "#components/tools/servers/exact-command.tsx";
import { PickFolder } from "#components/tools/servers/pick-folder.tsx";
import type { ImportChoice } from "./import-choice.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";

type Props = {
  choice: ImportChoice;
  /** Whether another server has its name. */
  mustRename: boolean;
  /** What the chosen server still lacks. */
  missing: string | null;
  onChange: (next: ImportChoice) => void;
};

/** One server of a file: exactly what it would start, what it needs, what is not taken over, and the box that chooses it. */
export function ImportEntry({ choice, mustRename, missing, onChange }: Props) {
  const say = useSay(toolWords);
  const reword = useReword();
  const boxId = useId();
  const { server, problem, isOn, isAdded, refusal, id } = choice;
  const { name, entry, asked, notes } = server;
  const isFixed = problem !== null || isAdded;
  const words = [name, entry.command, ...(entry.args ?? []), entry.url, entry.cwd].filter((word) => word !== undefined);
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          id={boxId}
          checked={isOn}
          disabled={isFixed}
          onChange={({ target }) => onChange({ ...choice, isOn: target.checked, refusal: null })}
          className="mt-0.5 size-5 shrink-0 accent-ink"
        />
        <div className="flex min-w-0 flex-col gap-0.5">
          <label htmlFor={boxId} className="font-medium wrap-anywhere">
            <VisibleText text={name} />
          </label>
          <p className="text-small wrap-anywhere text-muted">
            <VisibleText text={factsOf(say, choice).join(" · ")} />
          </p>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-3 sm:ps-8">
        <Start choice={choice} />
        <TextWarning text={words.join(" ")} />
        {words.filter(isOneName).map((word, at) => (
          // The words of one command never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <TextWarning key={at} text={word} />
        ))}
        {notes.length === 0 ? null : (
          <ul className="list-disc ps-5 text-small text-muted">
            {notes.map(({ sentence, limits }) => (
              <li key={sentence} className={`wrap-anywhere ${limits ? "text-amber" : ""}`}>
                {readableText(reword(sentence))}
              </li>
            ))}
          </ul>
        )}
        {isOn ? (
          <>
            {id === server.id && !mustRename ? null : (
              <FieldShell id={`${boxId}-id`} label={say("nameHere")} problems={[]}>
                {(aria) => (
                  <input
                    {...aria}
                    id={`${boxId}-id`}
                    value={id}
                    maxLength={40}
                    onChange={({ target }) => onChange({ ...choice, id: target.value, refusal: null })}
                    className={inputLook}
                  />
                )}
              </FieldShell>
            )}
            {asked.map((value) => (
              <Asked key={value.key} value={value} id={`${boxId}-${value.key}`} choice={choice} onChange={onChange} />
            ))}
            {missing === null ? null : <p className="text-small wrap-anywhere">{readableText(missing)}</p>}
          </>
        ) : null}
        {problem === null && refusal === null ? null : (
          <p role={refusal === null ? undefined : "alert"} className="text-small wrap-anywhere text-red">
            {readableText(reword(refusal ?? problem ?? ""))}
          </p>
        )}
      </div>
    </li>
  );
}

/** What the warning about all words does not look at: a word that is neither hidden in nor an address. */
function isOneName(word: string): boolean {
  return visibleText(word) === word && !/@|:\/\//.test(word);
}

function factsOf(say: ToolSay, { server: { place, isOff }, twin, id, isAdded }: ImportChoice): string[] {
  return [
    isAdded ? say("isAdded") : say("calledHere", { id }),
    ...(place === "" ? [] : [say("ofPlace", { place })]),
    ...(isOff ? [say("switchedOffInTheFile")] : []),
    ...(twin === null ? [] : [say("startsTheSame", { server: twin })]),
  ];
}

function Start({ choice: { server } }: { choice: ImportChoice }) {
  const { command, args = [], cwd, type, url, env, headers } = server.entry;
  const values = Object.entries(env ?? headers ?? {});
  if (command === undefined && url === undefined) return null;
  const transport =
    command === undefined
      ? {
          kind: "address" as const,
          isSse: type === "sse",
          url: url ?? "",
          origin: URL.parse(url ?? "")?.origin ?? "",
          headers: [],
        }
      : { kind: "program" as const, command, args, variables: [], folder: cwd ?? null };
  return (
    <>
      <ExactCommand server={{ transport }} />
      {values.length === 0 ? null : (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 font-mono text-fine max-sm:grid-cols-1">
          {values.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="wrap-anywhere text-muted">
                <VisibleText text={name} />
              </dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">
                <VisibleText text={shownValue(name, value)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

type AskedProps = { value: AskedValue; id: string; choice: ImportChoice; onChange: (next: ImportChoice) => void };

function Asked({ value, id, choice, onChange }: AskedProps) {
  const say = useSay(toolWords);
  const reword = useReword();
  const [isPicking, setPicking] = useState(false);
  const { key, label, hint, isSecret, isLines, isFolder, choices, preset, otherwise } = value;
  const give = (text: string) =>
    onChange({ ...choice, answers: new Map([...choice.answers, [key, text]]), refusal: null });
  const given = {
    id,
    value: choice.answers.get(key) ?? preset,
    maxLength: 4_000,
    onChange: ({ target }: { target: { value: string } }) => give(target.value),
  };
  return (
    <FieldShell id={id} label={isLines ? reword(label) : label} description={reword(hint)} problems={[]}>
      {(aria) => {
        if (isLines)
          return (
            <textarea
              {...aria}
              {...given}
              maxLength={100_000}
              rows={3}
              spellCheck={false}
              className={`${inputLook} font-mono text-small`}
            />
          );
        if (choices.length > 0) {
          const { maxLength: _, ...chosen } = given;
          return (
            <select {...aria} {...chosen} className={inputLook}>
              {(choices.includes(given.value) ? choices : ["", ...choices]).map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
          );
        }
        const written = (
          <input
            {...aria}
            {...given}
            required={otherwise === null}
            type={isSecret ? "password" : "text"}
            autoComplete="off"
            className={inputLook}
          />
        );
        // Who may not add programs sees nothing of the machine.
        if (!isFolder || choice.server.entry.command === undefined) return written;
        return (
          <>
            {written}
            <div>
              <Button tight onClick={() => setPicking(true)}>
                {say("chooseAFolder")}
              </Button>
            </div>
            {isPicking ? (
              <PickFolder
                from={given.value}
                onPick={(path) => {
                  give(path);
                  setPicking(false);
                }}
                onClose={() => setPicking(false)}
              />
            ) : null}
          </>
        );
      }}
    </FieldShell>
  );
}
