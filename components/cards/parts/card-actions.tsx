"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { belowCutLine } from "./card-frame.tsx";
import type { Card } from "./use-card.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

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
  /** False where fields are filled in: what stays on the screen would lie over them. */
  stays?: boolean;
  /** Edit, Add a note. */
  children?: ReactNode;
};

/** 44 px on touch screens; a pointer hits less. */
const size =
  "min-w-0 py-1 pointer-fine:min-h-9 [overflow-wrap:anywhere] aria-disabled:cursor-not-allowed aria-disabled:opacity-55";
const answerButton = `${size} aria-disabled:enabled:hover:border-line-strong aria-disabled:enabled:hover:bg-sheet`;
const acceptButton = `${size} max-sm:grow aria-disabled:enabled:hover:border-accent aria-disabled:enabled:hover:bg-accent aria-disabled:enabled:hover:text-accent-ink`;

/**
 * The signature line and the buttons that answer, on the screen as long as what they answer is. Decline comes first in
 * tab order (THREATS B14).
 */
export function CardActions({ card, accept, decline, dismiss, promise, stays = true, children }: Props) {
  const say = useSay(cardWords);
  const id = useId();
  const { answer, inert, answering, setRow } = card;
  return (
    <div
      {...(stays ? { "data-stays": "" } : {})}
      className={`${stays ? "sticky bottom-0" : "mt-3"} flex flex-col gap-1.5 pt-1 pb-2 ${belowCutLine}`}
    >
      <SignatureLine card={card} accept={accept} promise={promise} enterId={`${id}enter`} />
      {answer.state.phase === "refused" ? (
        <p role="alert" className="border-s-2 border-red ps-3 text-small text-red">
          {answer.state.message}
        </p>
      ) : null}
      <div ref={setRow} className="flex flex-wrap items-center gap-2">
        <Button className={answerButton} aria-disabled={inert} {...answering(decline)}>
          {say("decline")}
        </Button>
        {dismiss ? (
          <Button className={answerButton} aria-disabled={inert} {...answering(dismiss)}>
            {say("dismiss")}
          </Button>
        ) : null}
        {accept === null ? null : (
          <Button
            look="primary"
            className={acceptButton}
            aria-describedby={`${id}enter`}
            aria-disabled={inert || accept.off !== null || accept.waits === true || card.unseen !== null}
            {...answering(() => (accept.off === null ? accept.press() : card.say(accept.off)), { accepts: true })}
          >
            {accept.name}
          </Button>
        )}
        {children ? <div className="flex flex-wrap gap-x-1 max-sm:-mx-2">{children}</div> : null}
      </div>
    </div>
  );
}

const written = {
  open: null,
  refused: null,
  sending: "submitting",
  taken: "answerReceived",
  overtaken: "alreadyAnswered",
} as const satisfies { [Phase in Card["answer"]["state"]["phase"]]: string | null };

type LineProps = Pick<Props, "card" | "accept" | "promise"> & { enterId: string };

/** Where a person signs; beside it what signing does, or why a press does nothing yet. */
function SignatureLine({ card, accept, promise, enterId }: LineProps) {
  const say = useSay(cardWords);
  const { answer, notice, unseen, wasReady } = card;
  const key = written[answer.state.phase];
  const state = key === null ? null : say(key);
  const waits = accept === null ? null : (accept.off ?? unseen ?? accept.hint ?? null);
  // What a glance brings in order needs no words.
  const said = notice ?? (answer.state.phase === "overtaken" ? answer.state.message : wasReady ? waits : null);
  const [longest, setLongest] = useState("");
  if (said !== null && said.length > longest.length) setLongest(said);
  return (
    <div className="flex flex-wrap items-end gap-x-4">
      <p className="flex min-w-24 grow items-end gap-2 text-line-strong" aria-hidden="true">
        <span className="font-serif text-large leading-none">×</span>
        <span className="h-6 max-w-md grow border-b border-line-strong font-serif text-base text-ink italic">
          {state}
        </span>
      </p>
      {/* One place for all that is said: words that come and go would move the buttons under a hand. */}
      <div className="grid items-end text-fine text-muted *:col-start-1 *:row-start-1">
        <p className={said === null ? "" : "invisible"}>
          {promise}
          {accept === null ? null : <span className="hidden pointer-fine:inline"> {say("enterAloneDoesNotSign")}</span>}
        </p>
        <p
          aria-hidden="true"
          data-longest={longest}
          className="invisible font-medium before:content-[attr(data-longest)]"
        />
        <p role="status" className="font-medium text-ink">
          {said}
        </p>
        <p id={enterId} hidden>
          {say("enterAloneButSpace")}
        </p>
      </div>
      <p role="status" className="sr-only">
        {state}
      </p>
    </div>
  );
}
