"use client";

import { useState } from "react";
import { ruleWordsIn } from "#lib/policies/rule-words-in.ts";
import type { DiffLine, WaitingFile } from "#lib/policies/changes/policy-overview.ts";
import type { Rehearsal } from "#lib/policies/changes/rehearsal.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { ScrollBox } from "#components/cards/press/scroll-box.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useQuestion } from "#components/tools/use-question.tsx";
import { policyServer } from "./policy-server.ts";
import { RehearsalView } from "./rehearsal-view.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = { waiting: WaitingFile; mayLoosen: boolean; onDone: () => void };

/** A changed policy file that is not in force: its errors, or what it loosens and the button that puts it in force. */
export function WaitingChange({ waiting, mayLoosen, onDone }: Props) {
  const say = useSay(policyWords);
  const reword = useReword(ruleWordsIn);
  const { name, at, problems, loosens, rewords, isInForce, diff } = waiting;
  const isBroken = problems.length > 0;
  return (
    <section
      aria-labelledby="waiting"
      className={`flex flex-col gap-4 rounded-md border p-4 ${isBroken ? "border-red" : "border-amber"}`}
    >
      <div className="flex flex-col gap-1">
        <h2 id="waiting" className="font-serif text-title">
          {isBroken ? say("nameHasErrors", { name }) : say("nameWaitsForAnOwner", { name })}
        </h2>
        <p className="text-muted">
          {say.rich("itChangedAtValueIsinforce", {
            value: <ClockTime at={at} />,
            isInForce: isBroken
              ? say("whatWasInForceBefore")
              : isInForce
                ? say("whatItTightensCountsAlready")
                : say("theChangeLetsMoreRun"),
          })}
        </p>
      </div>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="break-words">
            {say.rich("lineLineMessage", { line, message: <VisibleText text={reword(message)} /> })}
          </li>
        ))}
        {[...loosens, ...rewords].map((sentence) => (
          <li key={sentence} className="break-words">
            <VisibleText text={reword(sentence)} />
          </li>
        ))}
      </ul>
      {isBroken ? null : <Diff lines={diff} />}
      {isBroken ? null : <Answer waiting={waiting} mayLoosen={mayLoosen} onDone={onDone} />}
    </section>
  );
}

type Shown = { kind: DiffLine["kind"] | "left-out"; text: string };

const marks: { [Kind in Shown["kind"]]: { sign: string; says: "added" | "removed" | null; look: string } } = {
  "left-out": { sign: "", says: null, look: "font-sans text-muted italic" },
  same: { sign: " ", says: null, look: "text-muted" },
  added: { sign: "+", says: "added", look: "bg-green-soft text-green" },
  removed: { sign: "−", says: "removed", look: "bg-red-soft text-red" },
};

function Diff({ lines }: { lines: DiffLine[] }) {
  const say = useSay(policyWords);
  return (
    <ScrollBox label={say("whatChangedInTheFile")} expanded={false}>
      <div className="rounded-md border border-line bg-paper py-2 font-mono text-small">
        {nearChanges(lines, (count) => say("linesAsBefore", { count })).map(({ kind, text }, at) => (
          // Lines of one diff never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className={`flex min-h-[1lh] px-3 ${marks[kind].look}`}>
            <span aria-hidden="true" className="w-5 shrink-0 select-none">
              {marks[kind].sign}
            </span>
            <span className="min-w-0 break-words whitespace-pre-wrap">
              <Mark says={marks[kind].says} />
              <VisibleText text={text} />
            </span>
          </div>
        ))}
      </div>
    </ScrollBox>
  );
}

function Mark({ says }: { says: "added" | "removed" | null }) {
  const say = useSay(policyWords);
  return says === null ? null : <span className="sr-only">{say(says)} </span>;
}

const around = 2;

/** The changed lines, with a few lines around them; for the rest only their number. */
function nearChanges(lines: DiffLine[], leftOut: (count: number) => string): Shown[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, at): Shown[] => {
    if (isNear[at] === true) return [line];
    if (at > 0 && isNear[at - 1] === false) return [];
    const next = isNear.indexOf(true, at);
    const count = (next === -1 ? lines.length : next) - at;
    return [{ kind: "left-out", text: leftOut(count) }];
  });
}

function Answer({ waiting: { hash, loosens, rewords }, mayLoosen, onDone }: Props) {
  const say = useSay(policyWords);
  const { ask, question } = useQuestion();
  const [rehearsal, setRehearsal] = useState<Rehearsal | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const rehearse = async () => {
    setBusy(true);
    setProblem(null);
    const done = await policyServer.tryWaiting(hash);
    if ("problem" in done) setProblem(done.problem);
    else setRehearsal(done.result.rehearsal);
    setBusy(false);
  };
  const settle = async (action: "confirm" | "keep") => {
    if (action === "confirm" && !(await ask([...loosens, ...rewords].join(" ")))) return;
    setBusy(true);
    setProblem(null);
    const done = await policyServer.settle(hash, action);
    setProblem("problem" in done ? done.problem : null);
    setBusy(false);
    onDone();
  };
  return (
    <>
      {rehearsal === null ? null : <RehearsalView rehearsal={rehearsal} />}
      <ProblemLine problem={problem} />
      {question}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={busy} onClick={() => void rehearse()}>
          {say("tryItOnRecordedCalls")}
        </Button>
        <Button disabled={busy} onClick={() => void settle("keep")}>
          {say("keepWhatIsInForce")}
        </Button>
        {mayLoosen ? (
          <Button look="primary" disabled={busy} onClick={() => void settle("confirm")}>
            {say("confirmTheChange")}
          </Button>
        ) : null}
      </div>
    </>
  );
}
