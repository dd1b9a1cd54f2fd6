"use client";

import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { isSettled } from "#lib/approvals/states.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import type { ApprovalCardProps } from "#components/cards/parts/card-props.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { GrantSentence } from "#components/cards/grant/grant-sentence.tsx";
import { openPage } from "#components/cards/elicitation/link-address.tsx";
import { type OutcomeWords, outcomeWords } from "#lib/approvals/outcome-words.ts";
import { SettledDetails } from "./settled-details.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = {
  view: ApprovalView;
  takesFocusRef: RefObject<boolean>;
  onAskAgain: ApprovalCardProps["onAskAgain"];
  belowItsCall: boolean;
};

/** A settled approval: one line that says what happened in the world, everything else one click away. */
export function SettledCard({ view, takesFocusRef, onAskAgain, belowItsCall }: Props) {
  const say = useSay(cardWords);
  const id = useId();
  const line = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const speech = useSpeech();
  const words = outcomeWords(view, speech);
  const note = view.decision?.note ?? null;
  const grant = view.decision?.grant;

  useLayoutEffect(() => {
    if (takesFocusRef.current) line.current?.focus({ preventScroll: true });
    takesFocusRef.current = false;
  }, [takesFocusRef]);

  return (
    <div
      ref={line}
      tabIndex={-1}
      data-approval-id={view.approvalId}
      className="w-full min-w-0 rounded-lg border border-line bg-sheet text-start text-small text-ink focus-visible:outline-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 ps-3 pe-1">
        <p className={`min-w-0 grow py-1 ${belowItsCall ? "basis-36" : "basis-60"}`}>
          <Stamp words={words} />
          <Outcome words={words} />
        </p>
        <p
          className={`flex min-w-0 items-center justify-between gap-2 text-muted ${belowItsCall ? "" : "grow sm:grow-0"}`}
        >
          {belowItsCall ? null : <CallName view={view} />}
          <button
            type="button"
            aria-expanded={open}
            aria-controls={`${id}details`}
            onClick={() => setOpen(!open)}
            className="ms-auto min-h-11 shrink-0 rounded-md px-3 font-semibold text-accent underline underline-offset-4"
          >
            {say.rich("detailsOfName", {
              b: (held) => <span className="sr-only">{held}</span>,
              name: visibleText(view.tool.name),
            })}
          </button>
        </p>
      </div>
      {onAskAgain === undefined || view.status !== "expired" || view.decision?.outdated === true ? null : (
        <p className="flex flex-wrap items-center justify-between gap-x-3 border-t border-dashed border-line py-1 ps-3 pe-1">
          <span className="text-muted">{say("aNewQuestionWithThe")}</span>
          <Button look="quiet" tight onClick={onAskAgain}>
            {say("askAgain")}
          </Button>
        </p>
      )}
      {view.decision?.response === undefined ? null : (
        <p dir="auto" className="border-t border-dashed border-line px-3 py-2 whitespace-pre-wrap">
          <span className="text-muted">{say("aPersonsWordsNotThe")} </span>
          <VisibleText text={view.decision.response} />
        </p>
      )}
      {note === null ? null : (
        <p dir="auto" className="border-t border-dashed border-line px-3 py-2">
          <span className="text-muted">{say("noteLabel")} </span>
          <VisibleText text={note} />
        </p>
      )}
      {view.subject.kind === "link" && view.status === "accepted" && !isSettled(view.callState) ? (
        <PageAgain url={view.subject.url} />
      ) : null}
      {grant === undefined ? null : (
        <p className="border-t border-dashed border-line px-3 py-2">
          <span className="text-muted">{say("granted")} </span>
          <GrantSentence toolName={view.tool.name} serverTitle={view.server.title} terms={grant.terms} />{" "}
          <a
            href={`/settings/grants#${grant.id}`}
            className="inline-flex items-center font-semibold text-accent underline underline-offset-4 pointer-coarse:min-h-11"
          >
            {say("seeTheGrant")}
          </a>
        </p>
      )}
      <div id={`${id}details`} hidden={!open} className="border-t border-line px-3 py-3">
        {open ? <SettledDetails view={view} /> : null}
      </div>
    </div>
  );
}

function CallName({ view }: { view: ApprovalView }) {
  const say = useSay(cardWords);
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <CallIcon view={view} />
      {say.rich("nameOnServer", {
        name: (
          <code className="font-mono text-fine text-ink">
            <VisibleText text={view.tool.name} />
          </code>
        ),
        server: <VisibleText text={view.server.title} />,
      })}
    </span>
  );
}

const inks: { [Tone in OutcomeWords["tone"]]: string } = {
  green: "border-green text-green",
  amber: "border-amber text-amber",
  red: "border-red text-red",
  plain: "border-line-strong text-muted",
};

/** The rubber stamp that a signed sheet carries. */
function Stamp({ words }: { words: OutcomeWords }) {
  return (
    <strong
      className={`me-0.5 inline-block -rotate-2 rounded-sm border-2 px-1.5 text-fine font-bold tracking-[0.1em] uppercase ${inks[words.tone]}`}
    >
      {words.stamp}
    </strong>
  );
}

/** "by you · 14:03 · not run"; the time comes last when nobody answered. */
function Outcome({ words: { by, at, world } }: { words: OutcomeWords }) {
  const time = at === null ? [] : [<ClockTime key="at" at={at} />];
  const signature = (
    <span key="by" className="font-serif text-base italic">
      {by}
    </span>
  );
  const parts: ReactNode[] = by === "" ? [...world, ...time] : [signature, ...time, ...world];
  return (
    <>
      {parts.map((part, index) => (
        // The parts of a settled line never change.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index}>
          {index === 0 && by !== "" ? " " : " · "}
          {part}
        </span>
      ))}
    </>
  );
}

/**
 * Shown while the server waits for what a person does on its page: a browser may not have opened it, or its tab is
 * closed.
 */
function PageAgain({ url }: { url: string }) {
  const say = useSay(cardWords);
  const target = linkTarget(url);
  if ("refused" in target) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 border-t border-dashed border-line py-1 ps-3 pe-1">
      <span className="min-w-0 grow text-muted [overflow-wrap:anywhere]">
        {say.rich("theServerWaitsUntilYou", { host: <strong className="text-ink">{target.host}</strong> })}
      </span>
      <Button look="quiet" tight onClick={() => openPage(target)}>
        {say("openThePageAgain")}
      </Button>
    </p>
  );
}
