"use client";

import { useState } from "react";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { Batch } from "#lib/approvals/batch.ts";
import { ArgumentsAndJson } from "#components/cards/arguments/arguments-view.tsx";
import { usePressGuard } from "#components/cards/press/use-press-guard.ts";
import { mustBeSeen, useSeen } from "#components/cards/press/use-seen.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { type BatchAnswer, useBatch } from "./use-batch.ts";
import { useChat } from "#components/chat/live/use-live-chat.ts";

/** Every call that one press approves, with its complete arguments, and those that it leaves alone (CARD §4). */
export function BatchDialog({ batch: { joins, alone }, onClose }: { batch: Batch; onClose: () => void }) {
  const { answers, phase, approveAll } = useBatch(useChat(), joins);
  const { setRow, ready, guard } = usePressGuard();
  const [notice, setNotice] = useState("");
  const { setWhole, all: seenAll, look } = useSeen();
  const approve = guard({
    press: () => {
      // Nothing unseen is approved (THREATS C1: nothing unseen is signed).
      if (!look()) return setNotice(unread);
      setNotice("");
      void approveAll().then((all) => all && onClose());
    },
    refuse: (why) =>
      setNotice(why === "enter" ? "Enter alone never signs. Press Space." : "That was too soon. Press again."),
    ignoresEnter: true,
  });
  return (
    <Dialog title={`Approve ${joins.length} calls?`} onClose={onClose}>
      <p className="mt-2 text-small text-muted">Each is approved on its own. Nothing else is.</p>
      <div ref={setWhole} {...scrolling} className="mt-4 max-h-[50vh] overflow-y-auto">
        <ol aria-label="Calls to approve" className="flex flex-col gap-4">
          {joins.map((view) => (
            <li key={view.approvalId} {...mustBeSeen} className="rounded-md border border-line px-3 py-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <CallName view={view} />
                <Answer answer={answers.get(view.approvalId)} />
              </p>
              {view.subject.kind === "tool-call" ? <ArgumentsAndJson {...view.subject} expanded={false} /> : null}
            </li>
          ))}
        </ol>
      </div>
      {alone.length === 0 ? null : (
        <div className="mt-4 text-small">
          <p className="text-muted">Not among them, for a look of their own:</p>
          <ul className="mt-1 flex flex-col gap-1">
            {alone.map(({ view, why }) => (
              <li key={view.approvalId}>
                <CallName view={view} /> <span className="text-muted">– {why}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p role="status" className="mt-3 min-h-5 text-small text-muted">
        {phase === "done" ? "Some were not approved; their cards say more." : notice || (seenAll ? "" : unread)}
      </p>
      <div ref={setRow} className="mt-2 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{phase === "open" ? "Not now" : "Close"}</Button>
        {phase === "done" ? null : (
          <Button
            look="primary"
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
            aria-disabled={!ready || !seenAll || phase === "sending"}
            {...approve}
          >
            {phase === "sending" ? "Approving…" : `Approve these ${joins.length}`}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const unread = "Scroll through every call and all of its arguments first: not every part was on the screen.";
/** The keyboard scrolls the focused element. */
const scrolling = { tabIndex: 0, role: "group", "aria-label": "Scrolling list: calls to approve" };

function CallName({ view: { tool, server } }: { view: ApprovalView }) {
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <code className="font-mono text-small">
        <VisibleText text={tool.name} />
      </code>{" "}
      on <VisibleText text={server.title} />
    </span>
  );
}

function Answer({ answer }: { answer: BatchAnswer | undefined }) {
  if (answer === undefined) return null;
  if (answer.phase === "sending") return <span className="text-small text-muted">Approving…</span>;
  if (answer.phase === "approved") return <span className="text-small text-green">Approved</span>;
  return <span className="text-small text-red">Not approved: {answer.message}</span>;
}
