"use client";

import { type ReactNode, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { Batch } from "#lib/approvals/batch.ts";
import { AskedBy } from "#components/cards/parts/asked-by.tsx";
import { ArgumentsAndJson } from "#components/cards/arguments/arguments-view.tsx";
import { commandKeys } from "#components/cards/press/command-keys.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";
import { usePressGuard } from "#components/cards/press/use-press-guard.ts";
import { mustBeSeen, useSeen } from "#components/cards/press/use-seen.ts";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { type CallAnswer, type Decide, useCallAnswers } from "./use-call-answers.ts";
import { chatWords } from "#components/chat/words.en.ts";

type Props = {
  batch: Batch;
  decide: Decide;
  /** Whose it is and where it comes from; nothing where all come from one chat. */
  origin?: (view: ApprovalView) => ReactNode;
  /** Of the list, where it scrolls by itself. */
  className?: string;
  onClose: () => void;
};

/** Every call that one press answers, with its complete arguments, and those that it leaves alone (CARD §4). */
export function BatchCalls({ batch: { joins, alone }, decide, origin, className = "", onClose }: Props) {
  const say = useSay(chatWords);
  const reword = useReword();
  const { answers, answer } = useCallAnswers(decide);
  const sayOfCard = useSay(cardWords);
  const { setRow, ready, guard, admitsCommand, showRow } = usePressGuard();
  const [notice, setNotice] = useState("");
  const { setWhole, all: seenAll, look } = useSeen();
  const isBegun = answers.size > 0;
  const isSending = joins.some(({ approvalId }) => answers.get(approvalId)?.phase === "sending");
  const give = (action: "accept" | "decline") => {
    if (isBegun) return;
    // Nothing unseen is approved (THREATS C1: nothing unseen is signed).
    if (action === "accept" && !look()) return setNotice(say("scrollThroughEveryCallAndAll"));
    setNotice("");
    void answer(joins, action).then((all) => all && onClose());
  };
  const pressing = (action: "accept" | "decline") =>
    guard({
      press: () => give(action),
      refuse: (why) => setNotice(why === "enter" ? say("enterNeverSigns") : sayOfCard("tooSoon")),
      ignoresEnter: action === "accept",
    });
  const command = (action: "accept" | "decline") => (at: number) => {
    if (admitsCommand(at)) return give(action);
    setNotice(sayOfCard("tooSoon"));
    showRow();
  };
  const off = !ready || isBegun;
  return (
    // The keys are commands for the focused group.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      tabIndex={-1}
      aria-label={say("callsToAnswerTogether", { count: joins.length })}
      data-batch=""
      className="rounded-md outline-offset-4 focus-visible:outline-2 focus-visible:outline-accent"
      onKeyDown={commandKeys({ accept: command("accept"), decline: command("decline") })}
    >
      <p className="mt-2 text-small text-muted">{say("eachOnItsOwnNothingElse")}</p>
      {/* The keyboard scrolls the focused element. */}
      <div
        ref={setWhole}
        {...(className === "" ? {} : { tabIndex: 0, role: "group", "aria-label": say("scrollingList") })}
        className={`mt-4 ${className}`}
      >
        <ol aria-label={say("callsToAnswer")} className="flex flex-col gap-4">
          {joins.map((view) => (
            <li
              key={view.approvalId}
              {...mustBeSeen}
              className="rounded-md border border-line bg-sheet px-3 py-2 text-small"
            >
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <CallName view={view} />
                <Answer answer={answers.get(view.approvalId)} />
              </p>
              {origin?.(view)}
              <AskedBy view={view} />
              {view.subject.kind === "tool-call" ? <ArgumentsAndJson {...view.subject} expanded={false} /> : null}
            </li>
          ))}
        </ol>
      </div>
      {alone.length === 0 ? null : (
        <div className="mt-4 text-small">
          <p className="text-muted">{say("notAmongThem")}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {alone.map(({ view, why }) => (
              <li key={view.approvalId}>
                <CallName view={view} /> <span className="text-muted">– {reword(why)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p role="status" className="mt-3 min-h-5 text-small text-muted">
        {isBegun && !isSending
          ? say("someNotAnswered")
          : notice || (seenAll ? "" : say("scrollThroughEveryCallAndAll"))}
      </p>
      <div ref={setRow} className="mt-2 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{say(isBegun ? "close" : "notNow")}</Button>
        {isBegun && !isSending ? null : (
          <>
            <Button className={answerButton} aria-disabled={off} {...pressing("decline")}>
              {say("declineThese", { count: joins.length })}
            </Button>
            <Button look="primary" className={answerButton} aria-disabled={off || !seenAll} {...pressing("accept")}>
              {isSending ? say("submitting") : say("approveThese", { count: joins.length })}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

const answerButton = "aria-disabled:cursor-not-allowed aria-disabled:opacity-55";

function CallName({ view }: { view: ApprovalView }) {
  const say = useSay(chatWords);
  const { tool, server } = view;
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <CallIcon view={view} />
      {say.rich("toolOnServer", {
        tool: (
          <code className="font-mono text-small">
            <VisibleText text={tool.name} />
          </code>
        ),
        server: <VisibleText text={server.title} />,
      })}
    </span>
  );
}

const takenWords = { accept: ["approved", "text-green"], decline: ["declined", "text-red"] } as const;

function Answer({ answer }: { answer: CallAnswer | undefined }) {
  const say = useSay(chatWords);
  if (answer === undefined) return null;
  if (answer.phase === "sending") return <span className="text-small text-muted">{say("submitting")}</span>;
  if (answer.phase === "refused") {
    return <span className="text-small text-red">{say("notAnswered", { why: answer.message })}</span>;
  }
  const [word, ink] = takenWords[answer.action];
  return <span className={`text-small ${ink}`}>{say(word)}</span>;
}
