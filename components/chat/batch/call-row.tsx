"use client";

import { type ReactNode, useState } from "react";
import type { CallTable } from "#lib/chat/call-table.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { propertySchema } from "#lib/approvals/argument-rows.ts";
import { ArgumentValue } from "#components/cards/arguments/argument-value.tsx";
import { lineButton } from "#components/cards/parts/line-button.ts";
import { usePressGuard } from "#components/cards/press/use-press-guard.ts";
import { mustBeSeen } from "#components/cards/press/use-seen.ts";
import { outcomeWords } from "#lib/approvals/outcome-words.ts";
import { cellOf, gridOf, labelOf } from "./grid-of.ts";
import { type CallAnswer, isOnItsWay } from "./use-call-answers.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

type Props = {
  row: CallTable["rows"][number];
  number: number;
  columns: readonly string[];
  schema: JsonObject;
  answer: CallAnswer | undefined;
  open: boolean;
  onOpen: (open: boolean) => void;
  onDecline: () => void;
  /** The call on a card of its own. */
  children: ReactNode;
};

/** One call of a table: the arguments in which it differs, and what can be done with it alone. */
export function CallRow({ row: { view, args, odd }, number, columns, schema, answer, open, ...rest }: Props) {
  const say = useSay(chatWords);
  const { onOpen, onDecline, children } = rest;
  const waits = view.status === "pending";
  const name = say("callNumber", { number });
  return (
    <>
      <div
        role="row"
        // A row that is answered on its own card is not part of what is answered together.
        {...(waits && !open ? mustBeSeen : {})}
        data-call-row={view.status}
        className={`border-t border-line py-0.5 ${gridOf(columns)}`}
      >
        <div role="rowheader" className="text-fine leading-5 text-muted tabular-nums">
          {number}
          <span className="sr-only">{say("dotCall")}</span>
        </div>
        {columns.map((column) => (
          <div role="cell" key={column} className={cellOf(columns)}>
            <code className={`font-mono text-fine leading-5 text-muted ${labelOf(columns)}`}>
              <VisibleText text={column} />
            </code>
            <div className={odd.has(column) ? "min-w-0 rounded-sm border border-amber bg-amber-soft px-1" : "min-w-0"}>
              {Object.hasOwn(args, column) ? (
                <ArgumentValue
                  value={args[column] ?? null}
                  schema={propertySchema(schema, column)}
                  label={say("columnOfCall", { column, name })}
                  expanded={false}
                  depth={1}
                />
              ) : (
                <span className="text-muted italic">{say("leftOut")}</span>
              )}
              {odd.has(column) ? <span className="text-fine font-medium text-amber">{say("unusual")}</span> : null}
            </div>
          </div>
        ))}
        <div role="cell" className="text-end text-fine leading-5 max-sm:ms-auto">
          {waits && !isOnItsWay(answer) && !open ? <DeclineButton name={name} onDecline={onDecline} /> : null}
          {waits && isOnItsWay(answer) ? <span className="text-muted italic">{say("submitting")}</span> : null}
          {waits ? null : <Outcome view={view} />}
          <button type="button" aria-expanded={open} onClick={() => onOpen(!open)} className={`${lineButton} ms-3`}>
            {say.rich(open ? "closeCall" : waits ? "openCall" : "detailsOfCall", { name, b: unseen })}
          </button>
        </div>
      </div>
      {answer?.phase === "refused" && waits ? (
        <Below>
          <p role="alert" className="border-s-2 border-red ps-2 text-small text-red">
            {answer.message}
          </p>
        </Below>
      ) : null}
      {open ? <Below>{children}</Below> : null}
    </>
  );
}

/** For screen readers, to whom a button does not say where it stands. */
function unseen(held: ReactNode[]): ReactNode {
  return (
    <span key="unseen" className="sr-only">
      {held}
    </span>
  );
}

/** What belongs to the row above it, over all columns. */
function Below({ children }: { children: ReactNode }) {
  return (
    // Two cards cannot both keep their buttons at the end of the screen.
    <div role="row" className="py-1.5 [&_[data-stays]]:static">
      <div role="cell">{children}</div>
    </div>
  );
}

/** What happened to the call in the world, in the words of its card. */
function Outcome({ view }: { view: Props["row"]["view"] }) {
  const { stamp, tone, world } = outcomeWords(view, useSpeech());
  const inks = { green: "text-green", amber: "text-amber", red: "text-red", plain: "text-muted" };
  return (
    <span>
      <strong className={`font-medium ${inks[tone]}`}>{stamp}</strong>
      <span className="text-muted"> · {world.join(" · ")}</span>
    </span>
  );
}

function DeclineButton({ name, onDecline }: { name: string; onDecline: () => void }) {
  const say = useSay(chatWords);
  const { setRow, ready, guard } = usePressGuard();
  const [early, setEarly] = useState(false);
  return (
    // An inline box has no size that a browser would report when a hidden table is shown.
    <span ref={setRow} className="inline-block">
      <button
        type="button"
        aria-disabled={!ready}
        className={lineButton}
        {...guard({ press: onDecline, refuse: () => setEarly(true), ignoresEnter: false })}
      >
        {say.rich("declineCall", { name, b: unseen })}
      </button>
      <span role="status" className="sr-only">
        {early && !ready ? say("thatWasTooSoon") : ""}
      </span>
    </span>
  );
}
