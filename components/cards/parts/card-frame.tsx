"use client";

import { type KeyboardEventHandler, type ReactNode, useId } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { CardChanges } from "./card-changes.tsx";
import type { ApprovalCardProps } from "./card-props.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  view: ApprovalView;
  position: ApprovalCardProps["position"];
  /** Small label above the heading; part of the card's name when `named` says so. */
  label: string;
  named: "label and heading" | "heading";
  /** Only for ears: the card needs no label to be seen as what it is. */
  labelIsHeard?: boolean;
  heading: ReactNode;
  tone: "plain" | "amber" | "red";
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  setChanges?: (changes: HTMLElement | null) => void;
  /** False where the reader cannot answer. */
  answerable?: boolean;
  children: ReactNode;
};

/** The paper on which a person signs. */
export const belowCutLine = "rounded-b-lg border-t border-dashed border-line-strong bg-paper px-4 sm:px-5";

const edges = {
  plain: "border-line",
  amber: "border-line border-s-4 border-s-amber",
  red: "border-s-4 border-red",
};
const answerKeys = "Control+Enter Meta+Enter Control+Backspace Meta+Backspace";

/** The sheet of a pending card: label, heading, serial number. It never takes the focus by itself. */
export function CardFrame(props: Props) {
  const say = useSay(cardWords);
  const { view, position, label, named, heading, tone, onKeyDown, setChanges, children } = props;
  const { answerable = true, labelIsHeard = false } = props;
  const id = useId();
  const labelledBy = named === "heading" ? `${id}heading` : `${id}label ${id}heading`;
  return (
    // The keys are commands for the focused element of the card.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      {...(answerable ? { "aria-keyshortcuts": answerKeys } : {})}
      data-approval-id={view.approvalId}
      onKeyDown={onKeyDown}
      className={`group/card relative w-full min-w-0 scroll-my-4 rounded-lg border bg-sheet [&_:is(input,textarea,select)]:scroll-my-32 text-start text-ink shadow-sheet outline-offset-2 focus-within:border-e-line-strong focus-within:border-y-line-strong focus-visible:outline-2 focus-visible:outline-accent ${
        edges[tone]
      }`}
    >
      <header className="px-4 pt-2 sm:px-5">
        <p
          id={`${id}label`}
          className={labelIsHeard ? "sr-only" : "text-fine font-semibold tracking-[0.08em] text-muted uppercase"}
        >
          {label}
        </p>
        <div className="flex items-baseline justify-between gap-x-4">
          <h2 id={`${id}heading`} className="min-w-0 font-serif text-large font-semibold text-balance">
            {heading}
          </h2>
          <p className="shrink-0 text-fine text-muted tabular-nums">
            {position && position.total > 1 ? (
              <bdi>{say("indexOfTotal", { index: position.index, total: position.total })}</bdi>
            ) : null}
            <span className="max-sm:hidden">
              {position && position.total > 1 ? " · " : null}
              <Serial digest={view.digest} />
            </span>
          </p>
        </div>
      </header>
      <div ref={setChanges}>
        <CardChanges changes={view.changes} />
      </div>
      {/* What sticks to the end of the screen never covers the heading. */}
      <div>{children}</div>
    </div>
  );
}

/** What goes along with an answer, above the cut line. */
export function CardExtras({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3 px-4 pb-3 empty:hidden sm:px-5">{children}</div>;
}

/** What a card without buttons says below the cut line. */
export function CardFooter({ children }: { children: ReactNode }) {
  return <footer className={`relative flex flex-col gap-2 pt-2 pb-3 ${belowCutLine}`}>{children}</footer>;
}

/** The first digits of the digest: two cards with the same number ask for the very same thing. */
export function Serial({ digest }: { digest: string }) {
  const say = useSay(cardWords);
  const digits = digest.replace(/^v\d+:/, "").slice(0, 8);
  return (
    <span className="font-mono" title={say("fingerprintOfWhatThisCard", { digest })}>
      <span aria-hidden="true">№ </span>
      <span className="sr-only">{say("number")} </span>
      {digits}
    </span>
  );
}
