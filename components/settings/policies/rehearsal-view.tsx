import type { LetThrough, Rehearsal, Tally } from "#lib/policies/changes/rehearsal.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** What a policy would have done on the recorded calls, and every call it would have let through against a person. */
export function RehearsalView({ rehearsal, ofOwnCalls = false }: { rehearsal: Rehearsal; ofOwnCalls?: boolean }) {
  const { calls, was, would, hidden, letThrough } = rehearsal;
  const note = ofOwnCalls
    ? " It is tried on your own calls only, because a rule of yours has a condition. An owner can try it on all calls."
    : "";
  if (calls === 0) return <p className="text-muted">There are no recorded calls to try it on yet.{note}</p>;
  return (
    <div className="flex flex-col gap-4">
      <table className="w-full max-w-[30rem] border-collapse text-small tabular-nums">
        <caption className="pb-2 text-left text-base">
          {would.ask === was.ask
            ? `It would ask about ${would.ask} of ${count(calls, "recorded call")}, as many as before.`
            : `It would ask about ${would.ask} of ${count(calls, "recorded call")}, instead of ${was.ask}.`}
        </caption>
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
          <Row label="As it was" tally={was} />
          <Row label="With this policy" tally={would} />
        </tbody>
      </table>
      {note === "" ? null : <p className="text-small text-muted">{note.trim()}</p>}
      {hidden === 0 ? null : (
        <p className="text-small">
          {count(hidden, "refused call")} {hidden === 1 ? "is" : "are"} of a tool that the model would not have seen.
        </p>
      )}
      {letThrough.count === 0 ? (
        <p className="text-small text-muted">It would let nothing through that somebody declined or edited.</p>
      ) : (
        <Against {...letThrough} />
      )}
    </div>
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
