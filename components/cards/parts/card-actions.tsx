"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Card } from "./use-card.ts";

type Props = {
  card: Card;
  /**
   * `off`: why it cannot be pressed at present. `waits`: it looks off, and a press says what it waits for; `hint` says
   * so before a press. Null: there is no yes to this.
   */
  accept: { name: string; press: () => void; off: string | null; waits?: boolean; hint?: string | null } | null;
  decline: () => void;
  /** Only servers' questions can be dismissed. */
  dismiss?: () => void;
  /** One sentence under the signature line. */
  promise: string;
  /** Edit, Add a note. */
  children?: ReactNode;
};

const answerButton =
  "w-full sm:w-auto aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:enabled:hover:border-line-strong aria-disabled:enabled:hover:bg-sheet";
const acceptButton =
  "w-full min-w-0 py-2 sm:w-auto [overflow-wrap:anywhere] aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:enabled:hover:border-accent aria-disabled:enabled:hover:bg-accent aria-disabled:enabled:hover:text-accent-ink";

/** The signature line and the buttons that answer. Decline comes first in tab order (THREATS B14). */
export function CardActions({ card, accept, decline, dismiss, promise, children }: Props) {
  const { answer, inert, answering, notice, say, setRow } = card;
  return (
    <div className="flex flex-col gap-3">
      <SignatureLine card={card} promise={promise} />
      <div ref={setRow} className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center">
        <Button className={answerButton} aria-disabled={inert} {...answering(decline)}>
          Decline
        </Button>
        {dismiss ? (
          <Button className={answerButton} aria-disabled={inert} {...answering(dismiss)}>
            Dismiss
          </Button>
        ) : null}
        {accept === null ? null : (
          <Button
            look="primary"
            className={acceptButton}
            aria-disabled={inert || accept.off !== null || accept.waits === true || card.unseen !== null}
            {...answering(() => (accept.off === null ? accept.press() : say(accept.off)), { accepts: true })}
          >
            {accept.name}
          </Button>
        )}
        {children ? <div className="flex flex-wrap gap-x-1 max-sm:-mx-2">{children}</div> : null}
      </div>
      {answer.state.phase === "refused" ? (
        <p role="alert" className="border-s-2 border-red ps-3 text-small text-red">
          {answer.state.message}
        </p>
      ) : null}
      <p role="status" className="text-small text-muted empty:hidden">
        {notice ??
          (answer.state.phase === "overtaken"
            ? answer.state.message
            : accept && (accept.off ?? card.unseen ?? accept.hint ?? null))}
      </p>
      <p
        className="invisible absolute start-5 bottom-1.5 hidden text-fine text-muted group-focus-within/card:visible sm:pointer-fine:block"
        aria-hidden="true"
      >
        Ctrl/⌘ Enter signs · Ctrl/⌘ Backspace turns it down · Esc leaves without an answer
      </p>
    </div>
  );
}

const written: { [Phase in Card["answer"]["state"]["phase"]]: string | null } = {
  open: null,
  refused: null,
  sending: "Submitting…",
  taken: "Answer received.",
  overtaken: "Already answered.",
};

function SignatureLine({ card, promise }: { card: Card; promise: string }) {
  return (
    <div className="max-w-md">
      <p className="flex items-end gap-2 text-line-strong" aria-hidden="true">
        <span className="font-serif text-large leading-none">×</span>
        <span className="h-6 grow border-b border-line-strong font-serif text-base text-ink italic">
          {written[card.answer.state.phase]}
        </span>
      </p>
      <p className="mt-1 ps-5 text-fine text-muted">{promise}</p>
      <p role="status" className="sr-only">
        {written[card.answer.state.phase]}
      </p>
    </div>
  );
}
