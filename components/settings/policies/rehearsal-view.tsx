import type { LetThrough, Rehearsal, RuleRehearsal, Tally } from "#lib/policies/changes/rehearsal.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** What a policy would have done on the recorded calls, and every call it would have let through against a person. */
export function RehearsalView({ rehearsal }: { rehearsal: Rehearsal }) {
  const { calls, was, would, hidden, letThrough } = rehearsal;
  if (calls === 0) return <NoCalls />;
  return (
    <div className="flex flex-col gap-4">
      <Tallies
        rows={[
          ["As it was", was],
          ["With this policy", would],
        ]}
      >
        {would.ask === was.ask
          ? `It would ask about ${would.ask} of ${count(calls, "recorded call")}, as many as before.`
          : `It would ask about ${would.ask} of ${count(calls, "recorded call")}, instead of ${was.ask}.`}
      </Tallies>
      {hidden === 0 ? null : (
        <p className="text-small">
          {count(hidden, "refused call")} {hidden === 1 ? "is" : "are"} of a tool that the model would not have seen.
        </p>
      )}
      <Against {...letThrough} />
    </div>
  );
}

/** The same for one rule: only the calls that it decides, beside what becomes of them today. */
export function RuleRehearsalView({ rehearsal, ofOwnCalls }: { rehearsal: RuleRehearsal; ofOwnCalls: boolean }) {
  const { calls, matched, decided, today, would, differ, undecided, hidden, letThrough } = rehearsal;
  const note = ofOwnCalls ? (
    <p className="text-small text-muted">
      It is tried on your own calls only, because a rule of yours has a condition. An owner can try it on all calls.
    </p>
  ) : null;
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
      ? `This rule would have decided none of ${count(calls, "recorded call")}.`
      : `This rule would have decided ${decided} of ${count(calls, "recorded call")}. ${differsWords(differ, decided)}`;
  return (
    <div className="flex flex-col gap-4">
      {decided === 0 ? (
        <p>{summary}</p>
      ) : (
        <Tallies
          rows={[
            ["Today", today],
            ["With this rule", would],
          ]}
        >
          {summary}
        </Tallies>
      )}
      {note}
      {matched === decided ? null : (
        <p className="text-small">
          It matches {count(matched - decided, "more call")}, which something at least as strict decides.
        </p>
      )}
      {undecided === 0 ? null : (
        <p className="text-small">
          {count(undecided, "call")} of these {undecided === 1 ? "asks" : "ask"} because the condition cannot be decided
          on the arguments.
        </p>
      )}
      {hidden === 0 ? null : (
        <p className="text-small">
          {count(hidden, "call")} {hidden === 1 ? "is" : "are"} of a tool that the model would not have seen.
        </p>
      )}
      {decided === 0 ? null : <Against {...letThrough} />}
    </div>
  );
}

function differsWords(differ: number, decided: number): string {
  if (differ === 0) return decided === 1 ? "Its outcome stays as today." : "Their outcomes stay as today.";
  if (differ === decided) return decided === 1 ? "Its outcome differs from today." : "All of them differ from today.";
  return `${differ} of them ${differ === 1 ? "differs" : "differ"} from today.`;
}

function NoCalls() {
  return <p className="text-muted">There are no recorded calls to try it on yet.</p>;
}

function Tallies({ rows, children }: { rows: [string, Tally][]; children: string }) {
  return (
    <table className="w-full max-w-[30rem] border-collapse text-small tabular-nums">
      <caption className="pb-2 text-left text-base">{children}</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-1 text-left font-normal">
            <span className="sr-only">When</span>
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Asked
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Ran unasked
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            Refused
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

function count(calls: number, noun: string): string {
  return `${calls} ${noun}${calls === 1 ? "" : "s"}`;
}

function Row({ label, tally: { ask, allow, deny } }: { label: string; tally: Tally }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 text-left font-normal">
        {label}
      </th>
      <td className="py-1.5 text-right">{ask}</td>
      <td className="py-1.5 text-right">{allow}</td>
      <td className="py-1.5 text-right">{deny}</td>
    </tr>
  );
}

function Against({ count: all, first }: Rehearsal["letThrough"]) {
  if (all === 0) {
    return <p className="text-small text-muted">It would let nothing through that somebody declined or edited.</p>;
  }
  return (
    <div className="flex flex-col gap-2 rounded-md border border-red bg-red-soft px-4 py-3">
      <p className="font-medium">
        {all === 1
          ? "It would run a call without asking that somebody declined or edited:"
          : `It would run ${all} calls without asking that somebody declined or edited:`}
      </p>
      <ul className="flex max-h-80 flex-col gap-2 overflow-y-auto text-small">
        {first.map((call) => (
          <li key={call.callId} className="break-words">
            <Call call={call} />
          </li>
        ))}
      </ul>
      {all > first.length ? <p className="text-small">and {all - first.length} more.</p> : null}
    </div>
  );
}

function Call({ call: { at, server, tool, argumentsJson, answer } }: { call: LetThrough }) {
  return (
    <>
      {answer === "declined" ? "Declined" : "Edited"} <ClockTime at={at} />:{" "}
      <code className="font-mono break-all">
        <VisibleText text={`${server} ${tool} ${argumentsJson ?? ""}`} />
      </code>
      {argumentsJson === null ? " (another person’s call)" : null}
    </>
  );
}
