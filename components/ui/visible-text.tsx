import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { mixedScript } from "#lib/untrusted/mixed-script.ts";
import { type TextSegment, textSegments, visibleSegments, visibleText } from "#lib/untrusted/visible-text.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** Each mark is an element. Tens of thousands of them stop a page. */
const mostPieces = 1_000;

/**
 * Text of a model, a server or a person with nothing invisible in it (THREATS C2, C3, C5). Plain text nodes only. After
 * many pieces what is hidden is written out without a look of its own.
 */
export function VisibleText({ text }: { text: string }) {
  const segments: TextSegment[] = [];
  let length = 0;
  for (const segment of textSegments(text)) {
    if (segments.length === mostPieces) break;
    segments.push(segment);
    length += segment.text.length;
  }
  const rest = text.slice(length);
  const drawn = segments.map((segment, at) =>
    segment.kind === "plain" ? (
      segment.text
    ) : (
      <mark
        // The pieces of one text never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        key={at}
        className={`rounded-sm px-0.5 font-mono text-[0.85em] ${
          isAlarming(segment) ? "bg-amber-soft font-semibold text-amber" : "bg-sunk text-muted"
        }`}
      >
        {segment.shown}
      </mark>
    ),
  );
  return rest === "" ? drawn : [...drawn, visibleText(rest)];
}

/** Places with hidden characters are counted up to this number. */
const mostPlaces = 1_000;

/**
 * Says in words what a text may hide or imitate (THREATS C2, C4: hidden characters, lookalikes). Draws nothing for an
 * honest text.
 */
export function TextWarning({ text }: { text: string }) {
  const say = useSay(uiWords);
  const speech = useSpeech();
  let hidden = 0;
  for (const segment of textSegments(text)) {
    if (isAlarming(segment)) hidden += 1;
    if (hidden === mostPlaces) break;
  }
  const imitating = names(text).find((name) => mixedScript(name) !== null);
  const lookAlike = imitating === undefined ? null : mixedScript(imitating, speech);
  return (
    <>
      {hidden === 0 ? null : (
        <Warning>
          {hidden === 1
            ? say("containsHiddenCharactersMarked")
            : say("containsHiddenCharactersInHidden", { hidden, mostPlaces: hidden === mostPlaces ? "yes" : "no" })}
        </Warning>
      )}
      {lookAlike === null ? null : <Warning>{visibleText(lookAlike)}</Warning>}
    </>
  );
}

/**
 * For use under an input, which draws nothing invisible: what the input really holds, when that is more than can be
 * seen.
 */
export function HiddenInInput({ text }: { text: string }) {
  const say = useSay(uiWords);
  if (!visibleSegments(text).some(isAlarming)) return null;
  return (
    <div className="text-small text-muted">
      <p className="max-h-48 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
        {say.rich("reallyStandsThereValue", { value: <VisibleText text={text} /> })}
      </p>
      <TextWarning text={text} />
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="mt-1 flex w-fit items-start gap-1.5 rounded-sm border border-amber bg-amber-soft px-2 py-0.5 text-fine font-semibold text-amber">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Words that are names: one-word texts, addresses, and paths and hosts in two alphabets. Prose may mix these. */
function names(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const isName = (word: string) =>
    word.includes("@") || word.includes("://") || forged.every((part) => part.test(word));
  return words.length === 1 ? words : words.filter(isName);
}

const forged = [/[./\\]/, /[a-z]/i, /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}]/u];

/** Tabs and returns are marked like the rest, but need no warning. */
function isAlarming(segment: TextSegment): boolean {
  return segment.kind !== "plain" && !/^[\t\r]+$/.test(segment.text);
}
