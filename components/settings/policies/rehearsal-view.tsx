import type { LetThrough, Rehearsal, RuleRehearsal, Tally } from "#lib/policies/changes/rehearsal.ts";
import type { Say } from "#lib/words/say.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** What a policy would have done on the recorded calls, and every call it would have let through against a person. */
export function RehearsalView({ rehearsal }: { rehearsal: Rehearsal }) {
  const say = useSay(policyWords);
  const { calls, was, would, hidden, letThrough } = rehearsal;
  if (calls === 0) return <NoCalls />;
  return (
    <div className="flex flex-col gap-4">
      <Tallies
        rows={[
          [say("asItWas"), was],
          [say("withThisPolicy"), would],
        ]}
      >
        {would.ask === was.ask
          ? say("itWouldAskAboutAsk", { ask: would.ask, calls })
          : say("itWouldAskAboutAsk2", { ask: would.ask, calls, ask2: was.ask })}
      </Tallies>
      {hidden === 0 ? null : <p className="text-small">{say("refusedCallsHidden", { hidden })}</p>}
      <Against {...letThrough} />
    </div>
  );
}

/** The same for one rule: only the calls that it decides, beside what becomes of them today. */
export function RuleRehearsalView({ rehearsal, ofOwnCalls }: { rehearsal: RuleRehearsal; ofOwnCalls: boolean }) {
  const say = useSay(policyWords);
  const { calls, matched, decided, today, would, differ, undecided, hidden, letThrough } = rehearsal;
  const note = ofOwnCalls ? <p className="text-small text-muted">{say("itIsTriedOnYour")}</p> : null;
  if (calls === 0) {
    return (
      <>
        <NoCalls />
        {note}
      </>
    );
  }
  const summary =
    decided === 0
      ? say("thisRuleWouldHaveDecided", { calls })
      : say("thisRuleWouldHaveDecided2", {
          decided,
          calls,
          differs: differsWords(say, differ, decided),
        });
  return (
    <div className="flex flex-col gap-4">
      {decided === 0 ? (
        <p>{summary}</p>
      ) : (
        <Tallies
          rows={[
            [say("today"), today],
            [say("withThisRule"), would],
          ]}
        >
          {summary}
        </Tallies>
      )}
      {note}
      {matched === decided ? null : <p className="text-small">{say("itMatchesMore", { more: matched - decided })}</p>}
      {undecided === 0 ? null : <p className="text-small">{say("undecidedOfTheseAsksAsk", { undecided })}</p>}
      {hidden === 0 ? null : <p className="text-small">{say("callsHidden", { hidden })}</p>}
      {decided === 0 ? null : <Against {...letThrough} />}
    </div>
  );
}

function differsWords(say: Say<typeof policyWords.english>, differ: number, decided: number): string {
  if (differ === 0) return say("outcomesStay", { decided });
  return differ === decided ? say("outcomesDiffer", { decided }) : say("someDiffer", { differ });
}

function NoCalls() {
  const say = useSay(policyWords);
  return <p className="text-muted">{say("thereAreNoRecordedCalls")}</p>;
}

function Tallies({ rows, children }: { rows: [string, Tally][]; children: string }) {
  const say = useSay(policyWords);
  return (
    <table className="w-full max-w-[30rem] border-collapse text-small tabular-nums">
      <caption className="pb-2 text-start text-base">{children}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1 text-start font-normal">
            <span className="sr-only">{say("when")}</span>
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {say("asked")}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {say("ranUnasked")}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {say("refused")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, tally]) => (
          <Row key={label} label={label} tally={tally} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ label, tally: { ask, allow, deny } }: { label: string; tally: Tally }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 text-start font-normal">
        {label}
      </th>
      <td className="py-1.5 text-end">{ask}</td>
      <td className="py-1.5 text-end">{allow}</td>
      <td className="py-1.5 text-end">{deny}</td>
    </tr>
  );
}

function Against({ count: all, first }: Rehearsal["letThrough"]) {
  const say = useSay(policyWords);
  if (all === 0) {
    return <p className="text-small text-muted">{say("itWouldLetNothingThrough")}</p>;
  }
  return (
    <div className="flex flex-col gap-2 rounded-md border border-red bg-red-soft px-4 py-3">
      <p className="font-medium">{all === 1 ? say("itWouldRunACall") : say("itWouldRunAllCalls", { all })}</p>
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto text-small">
        {first.map((call) => (
          <li key={call.callId} className="break-words">
            <Call call={call} />
          </li>
        ))}
      </ul>
      {all > first.length ? (
        <p className="text-small">{say.rich("andFirstMore", { first: all - first.length })}</p>
      ) : null}
    </div>
  );
}

function Call({ call: { at, server, tool, argumentsJson, answer } }: { call: LetThrough }) {
  const say = useSay(policyWords);
  return (
    <>
      {answer === "declined" ? say("declined") : say("edited")} <ClockTime at={at} />:{" "}
      <code className="font-mono break-all">
        <VisibleText text={`${server} ${tool} ${argumentsJson ?? ""}`} />
      </code>
      {argumentsJson === null ? ` ${say("anotherPersonsCall")}` : null}
    </>
  );
}
