"use client";

import { useId, useState, type ChangeEvent } from "react";
import { fillEntry } from "#lib/imports/fill-entry.ts";
import { foundServerOf, type KnownServer } from "#lib/imports/known-servers.ts";
import { maxClientFileBytes, readClientFile } from "#lib/imports/read-client-file.ts";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { inputLook } from "#components/ui/field-shell.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { chosenAtFirst, type ImportChoice, isTaken, whyNotYet } from "./import-choice.ts";
import { ImportEntry } from "./import-entry.tsx";
import type { Rights } from "./rights.ts";
import { useConfirmed } from "./use-confirmed.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = {
  /** Shown at once, in place of a file. */
  known?: KnownServer;
  servers: ServerOnPage[];
  rights: Rights;
  onAdded: (id?: string) => void;
  onClose: () => void;
};

type Listed = { choices: ImportChoice[]; more: number };

/** Adds servers from a file of another app, which is read here: only what is chosen is sent, by a press. */
export function ImportServers({ known, servers, rights, onAdded, onClose }: Props) {
  const say = useSay(toolWords);
  const reword = useReword();
  const textId = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [listed, setListed] = useState<Listed | null>(() =>
    known === undefined ? null : { choices: [chosenAtFirst(say, foundServerOf(known), { servers, rights })], more: 0 },
  );

  const read = (written: string) => {
    const found = readClientFile(written);
    setProblem("problem" in found ? found.problem : null);
    if ("problem" in found) return;
    setListed({
      choices: found.servers.map((server) => chosenAtFirst(say, server, { servers, rights })),
      more: found.more,
    });
  };
  const open = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file may be chosen again once it was mended.
    target.value = "";
    if (file === undefined) return;
    if (file.size > maxClientFileBytes) return setProblem(say("largerThanAMegabyte"));
    const written = await file.text();
    setText(written);
    read(written);
  };

  return (
    <Dialog
      title={known === undefined ? say("importToolServers") : say("connectName", { name: known.name })}
      className="max-h-[calc(100dvh-2rem)] w-[min(44rem,calc(100vw-2rem))]"
      onClose={onClose}
    >
      {listed === null ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            read(text);
          }}
          className="mt-4 flex flex-col gap-4"
        >
          <p className="text-muted">{say("fromOtherApps")}</p>
          <div className="flex flex-col gap-1.5">
            <label htmlFor={textId} className="font-medium">
              {say("contentsOfTheFile")}
            </label>
            <textarea
              id={textId}
              required
              rows={8}
              value={text}
              spellCheck={false}
              placeholder={'{ "mcpServers": { … } }'}
              onChange={({ target }) => {
                setText(target.value);
                setProblem(null);
              }}
              className={`${inputLook} font-mono text-small`}
            />
          </div>
          <ProblemLine problem={problem === null ? null : readableText(reword(problem))} />
          <div className="flex flex-wrap justify-end gap-2">
            <label className="me-auto inline-flex min-h-11 cursor-pointer items-center justify-center rounded-md border border-line-strong bg-sheet px-4 font-medium focus-within:outline-2 focus-within:outline-offset-2 hover:border-ink hover:bg-sunk">
              {say("chooseAFile")}
              <input
                type="file"
                accept=".json,.jsonc,application/json"
                onChange={(event) => void open(event)}
                className="sr-only"
              />
            </label>
            <Button look="quiet" onClick={onClose}>
              {say("cancel")}
            </Button>
            <Button type="submit" look="primary">
              {say("showServers")}
            </Button>
          </div>
        </form>
      ) : (
        <ChooseServers
          listed={listed}
          servers={servers}
          onChange={(choices) => setListed({ ...listed, choices })}
          onAdded={onAdded}
          onBack={known === undefined ? () => setListed(null) : null}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

type ChooseProps = {
  listed: Listed;
  servers: ServerOnPage[];
  onChange: (choices: ImportChoice[]) => void;
  onAdded: (id?: string) => void;
  /** None where there is no file. */
  onBack: (() => void) | null;
  onClose: () => void;
};

function ChooseServers({ listed: { choices, more }, servers, onChange, onAdded, onBack, onClose }: ChooseProps) {
  const say = useSay(toolWords);
  const [busy, setBusy] = useState(false);
  const { send, question } = useConfirmed();
  const chosen = choices.filter(({ isOn }) => isOn);
  const isReady =
    chosen.length > 0 && chosen.every((choice) => whyNotYet(say, choice, { all: choices, servers }) === null);

  const add = async () => {
    setBusy(true);
    let now = choices;
    for (const [at, choice] of choices.entries()) {
      if (!choice.isOn) continue;
      const body = { id: choice.id, entry: fillEntry(choice.server, choice.answers) };
      // One after another: each is its own change, and may ask.
      // oxlint-disable-next-line no-await-in-loop
      const sent = await send({ method: "POST", path: "/api/servers", body });
      const isAdded = "done" in sent;
      const next = { ...choice, isAdded, isOn: !isAdded, refusal: "problem" in sent ? sent.problem : null };
      now = now.with(at, next);
      onChange(now);
    }
    setBusy(false);
    onAdded(now.find(({ isAdded }) => isAdded)?.id);
    if (now.every(({ isOn }) => !isOn)) onClose();
  };

  return (
    <div className="mt-3 flex flex-col gap-4">
      <p className="text-muted">{say("checkWhatEachStarts")}</p>
      {more === 0 ? null : <p className="text-small">{say("moreAreNotShown", { more })}</p>}
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {choices.map((choice, at) => (
          <ImportEntry
            // Two places of a file may name the same server; their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            choice={choice}
            mustRename={isTaken(choice.server.id, servers)}
            missing={choice.isOn ? whyNotYet(say, choice, { all: choices, servers }) : null}
            onChange={(next) => onChange(choices.with(at, next))}
          />
        ))}
      </ul>
      {question}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={onBack ?? onClose}>
          {say(onBack === null ? "cancel" : "back")}
        </Button>
        <Button look="primary" disabled={busy || !isReady} onClick={() => void add()}>
          {say("importServers", { chosen: chosen.length })}
        </Button>
      </div>
    </div>
  );
}
