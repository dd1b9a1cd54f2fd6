"use client";

import { useState } from "react";
import type { DiffRow } from "#lib/approvals/preview/file-diff.ts";
import type { PreviewShown } from "#lib/approvals/preview/preview.ts";
import { Button } from "#components/ui/button.tsx";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = Extract<PreviewShown, { kind: "file" }>;

/** More are folded at first. */
const mostAtFirst = 40;

/** The change of a file as a unified diff. Signs, words for screen readers and edges say what colours say. */
export function FileChange({ path, unread, rows, added, removed, leftOut, coarse }: Props) {
  const say = useSay(cardWords);
  const [all, setAll] = useState(false);
  const drawn = all ? rows : rows.slice(0, mostAtFirst);
  return (
    <div className="flex flex-col gap-2">
      <p className="[overflow-wrap:anywhere]">
        <code className="font-mono">
          <VisibleText text={path} />
        </code>{" "}
        <span className="text-muted tabular-nums">{say("addedAndRemoved", { added, removed })}</span>
      </p>
      {unread === null ? null : (
        <p className="[overflow-wrap:anywhere] text-muted">
          {say.rich("theFileCouldNotBe", { unread: <VisibleText text={unread} /> })}
        </p>
      )}
      {coarse ? <p className="text-muted">{say("theTwoTextsHaveToo")}</p> : null}
      <TextWarning text={drawn.map((row) => ("text" in row ? row.text : "")).join("\n")} />
      {rows.length === 0 ? null : (
        <div className="overflow-hidden rounded-sm border border-line bg-sheet">
          <table className="w-full border-collapse font-mono text-fine">
            <caption className="sr-only">{say("changedLinesWithTheirNumbers")}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{say("lineBefore")}</th>
                <th scope="col">{say("lineAfter")}</th>
                <th scope="col">{say("change")}</th>
                <th scope="col">{say("text")}</th>
              </tr>
            </thead>
            <tbody>
              {drawn.map((row, at) => (
                // The rows of one preview never change their order.
                // oxlint-disable-next-line react/no-array-index-key
                <Row key={at} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {drawn.length === rows.length ? null : (
        <p>
          <Button tight look="quiet" onClick={() => setAll(true)}>
            {say.rich("showTheOtherDrawnLines", { drawn: rows.length - drawn.length })}
          </Button>
        </p>
      )}
      {leftOut === 0 ? null : (
        <p className="font-semibold text-amber">{say.rich("oneMoreLineIsLeftout", { leftOut })}</p>
      )}
    </div>
  );
}

const looks = {
  same: { sign: " ", word: null, edge: "border-transparent", back: "" },
  added: { sign: "+", word: "added", edge: "border-green", back: "bg-green-soft" },
  removed: { sign: "−", word: "removed", edge: "border-red border-dashed", back: "bg-red-soft" },
} as const;
const number = "w-0 px-1.5 text-end align-top whitespace-nowrap text-muted tabular-nums select-none";

function Row({ row }: { row: DiffRow }) {
  const say = useSay(cardWords);
  if (row.kind === "fold" || row.kind === "end") {
    const words = row.kind === "end" ? say("noLineBreakAtThe") : say("linesLineStaysLinesStay", { lines: row.lines });
    return (
      <tr className="bg-sunk">
        <td colSpan={4} className="px-2 py-0.5 font-sans text-muted italic">
          {words}
        </td>
      </tr>
    );
  }
  const { sign, word, edge, back } = looks[row.kind];
  return (
    <tr className={back}>
      <td className={`border-s-4 ${edge} ${number}`}>{row.before}</td>
      <td className={number}>{row.after}</td>
      <td className="w-0 px-1 align-top font-semibold select-none">
        <span aria-hidden="true">{sign}</span>
        <span className="sr-only">{word === null ? null : say(word)}</span>
      </td>
      <td dir="ltr" className="px-1 align-top [overflow-wrap:anywhere] whitespace-pre-wrap [unicode-bidi:isolate]">
        <VisibleText text={row.text} />
        {row.cut === undefined ? null : (
          <span className="font-sans font-semibold text-amber">
            {" "}
            {say.rich("cutMoreCharactersAreNot", { cut: row.cut })}
          </span>
        )}
      </td>
    </tr>
  );
}
