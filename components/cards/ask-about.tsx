"use client";

import { useId, useLayoutEffect, useState } from "react";
import { longestQuestion } from "#lib/approvals/explanation.ts";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { lineButton } from "#components/cards/parts/line-button.ts";
import { sendKey } from "#components/cards/press/command-keys.ts";
import { noticeMovement } from "#components/cards/press/notice-movement.ts";
import { askAbout, isAnswering, toggleQuestions, unreachable, useCardQuestions } from "./card-questions.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

type Props = { approvalId: string; closed: boolean };

/** The button that opens the place for questions about a card; `short` within a line of small text. */
export function AskButton({ approvalId, closed, short = false }: Props & { short?: boolean }) {
  const say = useSay(cardWords);
  const { isOpen } = useCardQuestions(approvalId);
  const given = {
    "aria-expanded": isOpen,
    "aria-disabled": closed,
    onClick: () => closed || toggleQuestions(approvalId),
  };
  if (short) {
    return (
      <button
        type="button"
        className={lineButton}
        aria-label={say("askAboutThis")}
        title={say("askAboutThis")}
        {...given}
      >
        {say("ask")}
      </button>
    );
  }
  return (
    <Button tight look="quiet" className="aria-disabled:opacity-55" {...given}>
      {say("askAboutThis")}
    </Button>
  );
}

/**
 * Questions to the agent about a card, and what it said. The card stays open meanwhile. The words of a model are plain
 * text, and said to be a model's (THREATS C7: nothing in them can be pressed).
 */
export function AskAbout({ approvalId, closed }: Props) {
  const say = useSay(cardWords);
  const reword = useReword();
  const id = useId();
  const questions = useCardQuestions(approvalId);
  const [text, setText] = useState("");
  const waits = isAnswering(questions);
  // An answer makes this card taller, and its own buttons move.
  useLayoutEffect(noticeMovement);
  if (!questions.isOpen) return null;
  const ask = async () => {
    if (waits || closed || text.trim() === "") return;
    if (await askAbout(approvalId, text.trim())) setText("");
  };
  return (
    <section aria-label={say("questionsAboutThis")} className="flex flex-col gap-2 text-small">
      <ol className="flex flex-col gap-2 empty:hidden" aria-live="polite">
        {(questions.asked ?? []).map(({ id: each, question, answer, problem }) => (
          <li key={each} className="flex flex-col gap-1">
            <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
              <span className="sr-only">{say("youAsked")} </span>
              <VisibleText text={question} />
            </p>
            {answer === null ? (
              <p className={problem === null ? "text-muted" : "text-red"}>
                {problem === null ? say("theAssistantIsAnswering") : reword(problem)}
              </p>
            ) : (
              <blockquote className="border-s-2 border-line-strong ps-3">
                <p className="text-fine text-muted">{say("theAssistantSaysNotVerified")}</p>
                <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                  <VisibleText text={answer} />
                </p>
              </blockquote>
            )}
          </li>
        ))}
      </ol>
      <ProblemLine problem={questions.problem === unreachable ? say("serverNotReached") : questions.problem} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <label htmlFor={id} className="font-semibold">
          {say("yourQuestion")}
        </label>
        <div className="mt-1 flex flex-wrap items-start gap-2">
          <input
            id={id}
            // The person has just asked for this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={text}
            maxLength={longestQuestion}
            readOnly={closed}
            autoComplete="off"
            aria-describedby={`${id}hint`}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={sendKey(() => void ask())}
            className="block min-h-11 min-w-0 grow basis-60 rounded-md border border-line-strong bg-sheet px-3 text-base"
          />
          <Button type="submit" aria-disabled={waits || closed} className="aria-disabled:opacity-55">
            {say("ask")}
          </Button>
        </div>
        <p id={`${id}hint`} className="mt-1 text-fine text-muted">
          {say("theAssistantExplainsAndRuns")}
        </p>
      </form>
    </section>
  );
}
