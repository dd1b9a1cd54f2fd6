"use client";

import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

/** A tool that clients are offered, by its wire name. */
export type ToolToChoose = { name: string; title: string; server: string };

type Props = { tools: ToolToChoose[]; chosen: readonly string[]; onChange: (chosen: string[]) => void };

/** Tools to choose from, by their server. */
export function ToolChoices({ tools, chosen, onChange }: Props) {
  const say = useSay(settingsWords);
  const servers = [...Map.groupBy(tools, ({ server }) => server)];
  const pick = (names: string[], on: boolean) =>
    onChange(on ? [...new Set([...chosen, ...names])] : chosen.filter((name) => !names.includes(name)));
  return (
    <div
      // It scrolls, so it must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={say("tools")}
      className="flex max-h-64 flex-col gap-3 overflow-y-auto rounded-md border border-line-strong p-3"
    >
      {servers.map(([server, ofIt]) => (
        <fieldset key={server} className="flex flex-col">
          <legend className="text-small font-medium break-words">
            <VisibleText text={server} />
          </legend>
          {ofIt.map(({ name, title }) => (
            <label key={name} className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={chosen.includes(name)}
                onChange={({ target }) => pick([name], target.checked)}
              />
              <span className="min-w-0 break-words">
                <VisibleText text={title} />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
