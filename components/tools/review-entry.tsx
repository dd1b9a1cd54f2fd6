import { type ReactNode, useState } from "react";
import type { DefinitionPiece, ToolOnPage } from "#lib/policies/changes/tools-page.ts";
import { EffectChips } from "#components/cards/parts/effect-chips.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = { tool: ToolOnPage; actions: ReactNode; /** What changed in it is shown at once. */ isShown: boolean };

/** A tool as it is reviewed: what it says of itself in words first, its complete definition folded below. */
export function ReviewEntry({ tool, actions, isShown }: Props) {
  const say = useSay(toolWords);
  const { name, title, description, review, risk, effects, asks, approval, definition } = tool;
  return (
    <li className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium wrap-anywhere">
          <VisibleText text={name} />
          {title === name ? null : (
            <span className="font-normal text-muted">
              {" "}
              <VisibleText text={title} />
            </span>
          )}
        </h3>
        {actions}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <span>{say("standing", { review })}</span>
        <span>{say("riskOf5", { risk: risk.assessed })}</span>
        <span>{say(asks ? "asks" : "runsWithoutAsking")}</span>
      </p>
      <EffectChips effects={effects} />
      {review === "changed" && approval.written === "never" ? (
        <p className="text-small">{say("itRanWithoutAsking")}</p>
      ) : null}
      {review === "changed" ? (
        isShown ? (
          <Definition label={say("definitionOf", { name })} pieces={definition} />
        ) : (
          <Folded words={say("whatChanged")} name={name} pieces={definition} />
        )
      ) : (
        <>
          <p className="max-w-[42rem] wrap-anywhere whitespace-pre-wrap">
            {description === "" ? (
              <span className="text-muted">{say("theServerDoesNotDescribe")}</span>
            ) : (
              <VisibleText text={description} />
            )}
          </p>
          <TextWarning text={definition.map(({ text }) => text).join("")} />
          <Folded words={say("everythingItTells")} name={name} pieces={definition} />
        </>
      )}
    </li>
  );
}

type FoldedProps = { words: string; name: string; pieces: DefinitionPiece[] };

/** Drawn only when it is opened: a server may send megabytes. */
function Folded({ words, name, pieces }: FoldedProps) {
  const say = useSay(toolWords);
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="min-h-9 w-fit cursor-pointer content-center text-small text-muted underline decoration-line-strong underline-offset-4 pointer-coarse:min-h-11">
        {say.rich("foldedOf", { label: words, hidden: (held) => <span className="sr-only">{held}</span>, name })}
      </summary>
      {opened ? <Definition label={say("definitionOf", { name })} pieces={pieces} /> : null}
    </details>
  );
}

/** A definition word by word, with what changed in it. */
export function Definition({ label, pieces }: { label: string; pieces: DefinitionPiece[] }) {
  return (
    <pre
      // It scrolls, so it must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-md border border-line bg-paper p-3 font-mono text-fine wrap-anywhere whitespace-pre-wrap"
    >
      {pieces.map((piece, at) => (
        // The pieces of one definition never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={at} piece={piece} />
      ))}
    </pre>
  );
}

function Piece({ piece: { kind, text } }: { piece: DefinitionPiece }) {
  const shown = <VisibleText text={text} />;
  if (kind === "added") return <ins className="bg-green-soft font-semibold text-green no-underline">{shown}</ins>;
  if (kind === "removed") return <del className="bg-red-soft text-red">{shown}</del>;
  return <span>{shown}</span>;
}
