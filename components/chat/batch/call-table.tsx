"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { callTable } from "#lib/chat/call-table.ts";
import { ArgumentRows } from "#components/cards/arguments/argument-value.tsx";
import { AskedBy } from "#components/cards/parts/asked-by.tsx";
import { belowCutLine } from "#components/cards/parts/card-frame.tsx";
import type { ExtendResult } from "#components/cards/parts/card-props.ts";
import { CallsHeading } from "#components/cards/call-head.tsx";
import { CallChips } from "#components/cards/parts/call-chips.tsx";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { commandKeys } from "#components/cards/press/command-keys.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";
import { usePressGuard } from "#components/cards/press/use-press-guard.ts";
import { mustBeSeen, useSeen } from "#components/cards/press/use-seen.ts";
import { useShowFromTop } from "#components/chat/message/use-show-from-top.ts";
import { Button } from "#components/ui/button.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { CallRow } from "./call-row.tsx";
import { headerRow } from "./grid-of.ts";
import { type Decide, isOnItsWay, useCallAnswers } from "./use-call-answers.ts";
import { chatWords } from "#components/chat/words.en.ts";

type Props = {
  views: readonly ApprovalView[];
  decide: Decide;
  extend: (approvalId: string) => Promise<ExtendResult>;
  /** One of them on a card of its own, with what else is known of it. */
  children: (view: ApprovalView) => ReactNode;
};

/** Calls of one tool that were asked about together: a row each, answered alone or with the rest (C65). */
export function CallTable({ views, decide, extend, children }: Props) {
  const say = useSay(chatWords);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { answers, answer } = useCallAnswers(decide);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { setWhole, all, look } = useSeen();
  const sayOfCard = useSay(cardWords);
  const { setRow, ready, guard, admitsCommand, showRow } = usePressGuard();
  const [notice, setNotice] = useState<string | null>(null);
  useShowFromTop(
    box,
    views.some(({ status }) => status === "pending"),
  );
  const [view] = views;
  if (view?.subject.kind !== "tool-call") return null;
  const { subject } = view;
  const table = callTable(views);
  const pending = views.filter(({ status }) => status === "pending");
  const rest = pending.filter(({ approvalId }) => !opened.has(approvalId));
  const isSending = rest.some(({ approvalId }) => isOnItsWay(answers.get(approvalId)));
  const answerRest = (action: "accept" | "decline") => () => {
    if (isSending || rest.length === 0) return;
    // Nothing unseen is approved (THREATS C1: nothing unseen is signed).
    if (action === "accept" && !look()) return setNotice(say("scrollThroughEveryCall"));
    setNotice(null);
    void answer(rest, action);
  };
  const pressing = (action: "accept" | "decline") =>
    guard({
      press: answerRest(action),
      refuse: (why) => setNotice(why === "enter" ? say("enterDoesNotSign") : sayOfCard("tooSoon")),
      ignoresEnter: action === "accept",
    });
  const command = (action: "accept" | "decline") => (at: number) => {
    if (admitsCommand(at)) return answerRest(action)();
    setNotice(sayOfCard("tooSoon"));
    showRow();
  };
  const hear = commandKeys({ accept: command("accept"), decline: command("decline") });
  const extendAll = async () => {
    for (const { approvalId } of pending) {
      const result = await extend(approvalId);
      if (!result.ok) return result;
    }
    return { ok: true } as const;
  };
  const toggle = (approvalId: string) => (open: boolean) =>
    setOpened((before) =>
      open ? new Set([...before, approvalId]) : new Set([...before].filter((each) => each !== approvalId)),
    );
  const off = !ready || isSending;
  const content = JSON.stringify([table.columns, views.map(({ approvalId }) => approvalId)]);
  return (
    <div ref={box} data-card={pending.length > 0 ? "open" : "settled"} className="scroll-mt-6 scroll-mb-6">
      {/* The keys are commands for the focused table. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        tabIndex={-1}
        aria-labelledby={`${id}label ${id}heading`}
        onKeyDown={(event) => isOfOne(event.target) || hear(event)}
        className="w-full min-w-0 scroll-my-4 rounded-lg border border-line bg-sheet text-ink shadow-sheet outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent"
      >
        <p id={`${id}label`} className="sr-only">
          {say(pending.length > 0 ? "approvalNeeded" : "answered")}
        </p>
        <h2 id={`${id}heading`} className="px-4 pt-2 font-serif text-large font-semibold sm:px-5">
          <CallsHeading view={view} count={views.length} />
        </h2>
        <div className="px-4 pt-1 empty:hidden sm:px-5">
          <AskedBy view={view} />
        </div>
        <CallChips view={view} subject={subject} names={false} several>
          {pending.length === 0 ? null : (
            <ExpiryLine
              short
              expiresAt={Math.min(...pending.map(({ expiresAt }) => expiresAt))}
              unanswered=""
              more={{ left: Math.min(...pending.map(({ extensionsLeft }) => extensionsLeft)), onExtend: extendAll }}
            />
          )}
        </CallChips>
        <div>
          <div ref={setWhole} className="px-4 pb-2 sm:px-5">
            {Object.keys(table.shared).length === 0 ? null : (
              <div
                key={JSON.stringify(table.shared)}
                {...mustBeSeen}
                className="flex flex-wrap items-baseline gap-x-2 pb-1.5 text-small"
              >
                <p className="text-muted">{say("inAllOfThem")}</p>
                <ArgumentRows value={table.shared} schema={subject.inputSchema} expanded={false} depth={0} />
              </div>
            )}
            <div
              role="table"
              aria-label={say("callsOfTool", { tool: visibleText(view.tool.name) })}
              className="text-small"
            >
              {/* What a value is for is read with it. Where each row says that itself, this has no height. */}
              <div role="rowgroup" key={JSON.stringify(table.columns)} {...mustBeSeen}>
                <div role="row" className={`text-fine text-muted ${headerRow(table.columns)}`}>
                  <span role="columnheader">
                    <span className="sr-only">{say("number")}</span>
                  </span>
                  {table.columns.map((column) => (
                    <span role="columnheader" key={column} className="min-w-0 font-mono [overflow-wrap:anywhere]">
                      <VisibleText text={column} />
                    </span>
                  ))}
                  <span role="columnheader">
                    <span className="sr-only">{say("answer")}</span>
                  </span>
                </div>
              </div>
              {table.rows.map((row, at) => {
                const { approvalId } = row.view;
                return (
                  <CallRow
                    // With other columns it shows something else, which nobody has seen.
                    key={JSON.stringify([approvalId, table.columns])}
                    row={row}
                    number={at + 1}
                    columns={table.columns}
                    schema={subject.inputSchema}
                    answer={answers.get(approvalId)}
                    open={opened.has(approvalId)}
                    onOpen={toggle(approvalId)}
                    onDecline={() => void answer([row.view], "decline")}
                  >
                    {children(row.view)}
                  </CallRow>
                );
              })}
            </div>
          </div>
          {rest.length === 0 ? null : (
            <div data-stays="" className={`sticky bottom-0 flex flex-col gap-1.5 pt-1 pb-2 ${belowCutLine}`}>
              <div className="flex flex-wrap items-end gap-x-4">
                <p className="flex min-w-24 grow items-end gap-2 text-line-strong" aria-hidden="true">
                  <span className="font-serif text-large leading-none">×</span>
                  <span className="h-6 max-w-md grow border-b border-line-strong font-serif text-base text-ink italic">
                    {isSending ? say("submitting") : null}
                  </span>
                </p>
                <p role="status" className="text-fine text-muted">
                  {notice ?? say(ready && !all ? "scrollThroughEveryCall" : "eachOnItsOwn")}
                </p>
              </div>
              {/* One press, one content (THREATS B14): what came meanwhile is not part of a press that was begun before. */}
              <div key={content} ref={setRow} className="flex flex-wrap gap-2">
                <Button className={answerButton} aria-disabled={off} {...pressing("decline")}>
                  {say("declineCount", { count: rest.length })}
                </Button>
                <Button
                  look="primary"
                  className={`${answerButton} max-sm:grow`}
                  aria-disabled={off || !all}
                  {...pressing("accept")}
                >
                  {say("approveCount", { count: rest.length })}
                </Button>
              </div>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** On the card of one call, also once it is answered: a press there that comes twice is none for the others. */
function isOfOne(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-approval-id]") !== null;
}

const answerButton = "pointer-fine:min-h-9 aria-disabled:cursor-not-allowed aria-disabled:opacity-55";
