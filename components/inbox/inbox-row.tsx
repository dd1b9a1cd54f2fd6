"use client";

import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { whyAlone } from "#lib/approvals/batch.ts";
import { outcomeWords } from "#lib/approvals/outcome-words.ts";
import { CallsHeading } from "#components/cards/call-head.tsx";
import { toneOf } from "#components/cards/parts/effect-chips.tsx";
import type { Risk } from "#lib/verdict/risk.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { beginningOf, CallSentence } from "./call-sentence.tsx";
import { type InboxLine, waitingOn } from "./inbox-lines.ts";
import { useNow } from "#components/browser/use-now.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { inboxWords } from "#components/inbox/words.en.ts";
import type { Say } from "#lib/words/say.ts";

type Props = {
  line: InboxLine;
  isShown: boolean;
  isPicked: boolean;
  onPick: (picked: boolean) => void;
  /** The line was reached; its card is shown beside the list. */
  onReach: () => void;
  /** Its card is to be read now. */
  onOpen: () => void;
};

/** One line of the list: what is asked for, who asks where, since when, and how risky it is. */
export function InboxRow({ line, isShown, isPicked, onPick, onReach, onOpen }: Props) {
  const say = useSay(inboxWords);
  const [first] = line.entries;
  const waiting = waitingOn(line);
  const beginning = line.entries.length === 1 ? beginningOf(first.view) : null;
  const mayPick = waiting.length > 0 && waiting.every(({ view }) => whyAlone(view) === null);
  return (
    <li
      className={`flex items-stretch border-b border-s-2 border-b-line ${isShown ? "border-s-transparent lg:border-s-accent lg:bg-sunk" : "border-s-transparent hover:bg-sunk/60"}`}
    >
      <span className="flex w-9 shrink-0 justify-center pointer-coarse:w-11">
        {mayPick ? (
          <label className="flex w-full cursor-pointer items-start justify-center pt-3">
            <input
              type="checkbox"
              checked={isPicked}
              onChange={(event) => onPick(event.target.checked)}
              className="size-4 accent-accent pointer-coarse:size-5"
            />
            <span className="sr-only">{say.rich("selectLine", { line: <LineSentence line={line} /> })}</span>
          </label>
        ) : null}
      </span>
      <button
        type="button"
        data-line={first.id}
        aria-current={isShown ? "true" : undefined}
        onFocus={onReach}
        onClick={onOpen}
        className="min-w-0 flex-1 py-2 pe-3 text-start -outline-offset-2"
      >
        <span className="flex items-baseline gap-3">
          <span className={`min-w-0 flex-1 truncate ${waiting.length > 0 ? "font-medium" : "text-muted"}`}>
            <LineSentence line={line} />
          </span>
          <Age at={first.requestedAt} />
        </span>
        {beginning === null ? null : (
          <span
            className={`block truncate text-muted ${first.view.subject.kind === "tool-call" ? "font-mono text-fine" : "text-small"}`}
          >
            {beginning}
          </span>
        )}
        <span className="flex items-baseline gap-3 text-small text-muted">
          <span className="min-w-0 flex-1 truncate">
            {first.askedBy === null ? null : (
              <>
                <VisibleText text={first.askedBy} /> ·{" "}
              </>
            )}
            <VisibleText text={first.chatTitle === "" ? say("untitled") : first.chatTitle} />
          </span>
          <Standing line={line} waiting={waiting.length} />
        </span>
      </button>
    </li>
  );
}

function LineSentence({ line: { entries } }: { line: InboxLine }) {
  const [{ view }] = entries;
  return entries.length === 1 ? <CallSentence view={view} /> : <CallsHeading view={view} count={entries.length} />;
}

const inks = { plain: "", amber: "font-medium text-amber", red: "font-medium text-red" };

/** How risky it is while it waits; then what became of it. */
function Standing({ line: { entries }, waiting }: { line: InboxLine; waiting: number }) {
  const say = useSay(inboxWords);
  const speech = useSpeech();
  const [{ view, risk }] = entries;
  if (waiting === 0) {
    return (
      <span className="shrink-0">{entries.length === 1 ? outcomeWords(view, speech).stamp : say("answered")}</span>
    );
  }
  return (
    <span className={`shrink-0 whitespace-nowrap ${inks[toneOfLine(view, risk)]}`}>
      {say.rich("riskRiskOf5", { risk })}
    </span>
  );
}

function toneOfLine(view: InboxItem["view"], risk: Risk): keyof typeof inks {
  // A question of a server is as risky as the call that it belongs to.
  return toneOf({ view: { risk }, subject: view.subject.kind === "tool-call" ? view.subject : { effects: [] } });
}

function Age({ at }: { at: string }) {
  const say = useSay(inboxWords);
  const now = useNow();
  return (
    <time dateTime={at} className="shrink-0 text-fine whitespace-nowrap text-muted tabular-nums">
      {now === null ? "" : ageWords(now - Date.parse(at), say)}
    </time>
  );
}

const steps = [
  [86_400_000, "days"],
  [3_600_000, "hours"],
  [60_000, "minutes"],
] as const;

function ageWords(ms: number, say: Say<typeof inboxWords.english>): string {
  const step = steps.find(([least]) => ms >= least);
  return step === undefined ? say("now") : say(step[1], { count: Math.floor(ms / step[0]) });
}
