"use client";

import { type KeyboardEventHandler, type ReactNode, useId } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { CardChanges } from "./card-changes.tsx";
import type { ApprovalCardProps } from "./card-props.ts";

type Props = {
  view: ApprovalView;
  position: ApprovalCardProps["position"];
  /** Small label above the heading; part of the card's name when `named` says so. */
  label: string;
  named: "label and heading" | "heading";
  heading: ReactNode;
  tone: "plain" | "amber" | "red";
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
  setChanges?: (changes: HTMLElement | null) => void;
  /** False where the reader cannot answer. */
  answerable?: boolean;
  children: ReactNode;
};

const edges = {
  plain: "border-line border-s-line-strong",
  amber: "border-line border-s-amber",
  red: "border-line border-s-red",
};
const answerKeys = "Control+Enter Meta+Enter Control+Backspace Meta+Backspace";

/** The sheet of a pending card: label, heading, serial number. It never takes the focus by itself. */
export function CardFrame(props: Props) {
  const { view, position, label, named, heading, tone, onKeyDown, setChanges, answerable = true, children } = props;
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
      className={`group/card relative w-full min-w-0 scroll-my-4 rounded-lg border border-s-4 bg-sheet text-start text-ink shadow-sheet outline-offset-2 focus-within:border-e-line-strong focus-within:border-y-line-strong focus-visible:outline-2 focus-visible:outline-accent ${
        edges[tone]
      }`}
    >
      <header className="px-4 pt-3 sm:px-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-fine text-muted">
          <span id={`${id}label`} className="font-semibold tracking-[0.08em] uppercase">
            {label}
          </span>
          <span className="tabular-nums">
            {position && position.total > 1 ? <bdi>{`${position.index} of ${position.total} · `}</bdi> : null}
            <Serial digest={view.digest} />
          </span>
        </div>
        <h2 id={`${id}heading`} className="mt-1 font-serif text-large font-semibold text-balance">
          {heading}
        </h2>
      </header>
      <div ref={setChanges}>
        <CardChanges changes={view.changes} />
      </div>
      {children}
    </div>
  );
}

/** Where a person signs, below the cut line. */
export function CardFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="relative mt-4 flex flex-col gap-3 rounded-b-lg border-t border-dashed border-line-strong bg-paper px-4 pt-2 pb-4 sm:px-5 sm:pb-7">
      {children}
    </footer>
  );
}

/** The first digits of the digest: two cards with the same number ask for the very same thing. */
export function Serial({ digest }: { digest: string }) {
  const digits = digest.replace(/^v\d+:/, "").slice(0, 8);
  return (
    <span className="font-mono" title={`Fingerprint of what this card shows: ${digest}`}>
      <span aria-hidden="true">№ </span>
      <span className="sr-only">number </span>
      {digits}
    </span>
  );
}
