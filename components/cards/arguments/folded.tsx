"use client";

import { type ReactNode, useState } from "react";
import { mustBeSeen } from "#components/cards/press/use-seen.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { type CardSay, cardWords } from "#components/cards/words.en.ts";

/** A text with more is folded at first. */
const mostCharacters = 600;
const mostLines = 6;

/** How much a long text or value is, in words: "60 lines, 1.9 kB"; null where it is short enough to stand open. */
export function lengthWords(text: string, say: CardSay): string | null {
  const lines = text.split("\n").length;
  if (text.length <= mostCharacters && lines <= mostLines) return null;
  const bytes = new TextEncoder().encode(text).length;
  const kB = bytes < 10_000 ? Math.round(bytes / 100) / 10 : Math.round(bytes / 1000);
  const size = bytes < 1000 ? say("bytes", { bytes }) : say("kilobytes", { kB });
  return lines > 1 ? say("linesAndSize", { lines, size }) : size;
}

type Props = {
  /** How much there is to read. */
  size: string;
  /** What it is, for a screen reader. */
  label: string;
  /** How it begins. */
  start: string;
  children: ReactNode;
};

const startCharacters = 60;

/**
 * Something long, closed until a person opens it. While it is closed, nothing of it was on the screen, so no yes counts
 * (THREATS C1).
 */
export function Folded({ size, label, start, children }: Props) {
  const say = useSay(cardWords);
  const [open, setOpen] = useState(false);
  if (open) return children;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      {start === "" ? null : (
        <span
          dir="ltr"
          className="min-w-0 font-mono text-small text-muted [overflow-wrap:anywhere] [unicode-bidi:isolate]"
        >
          <VisibleText text={start.slice(0, startCharacters)} />…
        </span>
      )}
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="min-h-6 font-semibold text-accent underline underline-offset-4 pointer-coarse:min-h-11"
      >
        {say.rich("openToRead", { size, b: (held) => <span className="sr-only">{held}</span>, label })}
      </button>
      <div hidden {...mustBeSeen} />
    </div>
  );
}
