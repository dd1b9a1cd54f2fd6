"use client";

import { useState } from "react";
import { nameFits } from "#lib/policies/conditions/name-fits.ts";
import { unmatchedPatterns } from "#lib/policies/drafts/unmatched-patterns.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { inputLook } from "#components/ui/field-shell.tsx";
import { SelectField } from "#components/ui/text-field.tsx";
import { UnmatchedNote } from "#components/settings/policies/unmatched-note.tsx";
import type { FormProps } from "./form-props.ts";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

const every = "every";
const typing = "typing";

/** The server and the tools that a rule is about: from the list, or by a name or pattern. */
export function ToolChoice({ form, known, foresight, onChange }: FormProps) {
  const say = useSay(policyWords);
  const { server, tools } = form;
  const titles = new Map(foresight?.tools.map(({ server: { id, title } }) => [id, title]));
  const servers = [...new Set([...known.map((one) => one.server), ...(server === "" ? [] : [server])])];
  const names = namesOn(server, known);
  const [typed, setTyped] = useState<readonly boolean[]>(() => tools.map((tool) => !names.includes(tool)));
  const set = (list: readonly string[], byHand: readonly boolean[]) => {
    setTyped(byHand);
    onChange({ tools: list });
  };
  const rows = tools.length === 0 ? [""] : tools;
  const choose = (at: number, value: string) => {
    if (value === every) return set([], []);
    const name = value === typing ? "" : value.slice(1);
    set(
      rows.with(at, name),
      rows.map((_, row) => (row === at ? value === typing : (typed[row] ?? false))),
    );
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium">{say("whichTools")}</legend>
      <SelectField
        label={say("server")}
        value={server}
        onChange={({ target }) => onChange({ server: target.value })}
        options={[
          ["", say("anyServer")],
          ...servers.map((id): [string, string] => [id, serverName(id, titles.get(id))]),
        ]}
      />
      {rows.map((tool, at) => {
        const isTyped = tools.length > 0 && (typed[at] === true || !names.includes(tool));
        const label = rows.length === 1 ? say("tool") : say("toolValue", { value: at + 1 });
        return (
          // A row has nothing but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="flex flex-wrap items-end gap-2">
            <div className="min-w-40 flex-1">
              <SelectField
                label={label}
                value={tools.length === 0 ? every : isTyped ? typing : `=${tool}`}
                onChange={({ target }) => choose(at, target.value)}
                options={[
                  ...(rows.length === 1 ? [[every, say("everyTool")] as const] : []),
                  [typing, say("aNameOrPattern")],
                  ...names.map((name) => [`=${name}`, visibleText(name)] as const),
                ]}
              />
            </div>
            {isTyped ? (
              <input
                aria-label={say("labelNameOrPattern", { label })}
                placeholder="send_*"
                spellCheck={false}
                autoComplete="off"
                maxLength={300}
                value={tool}
                onChange={({ target }) =>
                  set(
                    rows.with(at, target.value),
                    rows.map((_, row) => row === at || typed[row] === true),
                  )
                }
                className={`${inputLook} min-w-40 flex-1 basis-40 font-mono`}
              />
            ) : null}
            {rows.length === 1 ? null : (
              <Button
                look="quiet"
                aria-label={say("removeToolValue", { value: at + 1 })}
                onClick={() => set(tools.toSpliced(at, 1), typed.toSpliced(at, 1))}
              >
                {say("remove")}
              </Button>
            )}
          </div>
        );
      })}
      <UnmatchedNote
        unmatched={unmatchedPatterns(known)({
          server: server === "" ? null : server,
          tools: tools.filter((tool) => tool !== ""),
          callers: form.callers.length === 0 ? null : form.callers,
        })}
        server={server === "" ? null : server}
      />
      <Fitting tools={tools} names={names} />
      {tools.length === 0 ? null : (
        <div>
          <Button tight onClick={() => set([...tools, ""], [...tools.map((_, at) => typed[at] ?? false), true])}>
            {say("addATool")}
          </Button>
        </div>
      )}
      {rows.some((tool) => tool.includes("*")) ? (
        <p className="text-small text-muted">{say("standsForAnyCharacters")}</p>
      ) : null}
    </fieldset>
  );
}

function namesOn(server: string, known: FormProps["known"]): string[] {
  const names = known.filter((one) => server === "" || one.server === server).map(({ name }) => name);
  return [...new Set(names)].toSorted();
}

function serverName(id: string, title: string | undefined): string {
  return visibleText(title === undefined || title === id ? id : `${title} (${id})`);
}

const mostNamed = 5;

/** What a pattern reaches, by name. */
function Fitting({ tools, names }: { tools: readonly string[]; names: readonly string[] }) {
  const say = useSay(policyWords);
  if (!tools.some((tool) => tool.includes("*"))) return null;
  const fitting = names.filter((name) => tools.some((pattern) => nameFits(pattern, name)));
  if (fitting.length === 0) return null;
  const more = fitting.length - mostNamed;
  return (
    <p className="text-small text-muted wrap-anywhere">
      {fitting.length === 1 ? say("n1ToolFitsNow") : say("fittingToolsFitNow", { fitting: fitting.length })}:{" "}
      {visibleText(fitting.slice(0, mostNamed).join(", "))}
      {more > 0 ? ` ${say("andMoreMore", { more })}` : ""}.
    </p>
  );
}
