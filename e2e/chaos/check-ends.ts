import type { EventOf } from "./history.ts";
import type { Record } from "./record.ts";
import type { Violation } from "./violation.ts";

/** When all faults are over everything comes to an end, and the audit says how it came to it. */
export function checkEnds(record: Record): Violation[] {
  const violations: Violation[] = [];
  const neverEnded = (about: string, state: string) =>
    violations.push({ rule: "never-ended", about, detail: `it is still ${state}` });
  for (const { id, status } of record.runs.values()) if (liveRun.has(status)) neverEnded(id, status);
  for (const { id, state } of record.calls.values()) if (!settled.has(state)) neverEnded(id, state);
  for (const { id, status } of record.approvals.values()) if (status === "pending") neverEnded(id, status);
  const messages = new Set([...record.runs.values()].map(({ message }) => message));
  for (const { status, asked } of record.requests) {
    if (asked.to === "turn" && (status === 200 || status === 202) && !messages.has(asked.message)) {
      violations.push({ rule: "turn-lost", about: asked.message, detail: "it was taken, and no run answers it" });
    }
  }
  for (const call of record.calls.values()) violations.push(...checkCall(record, call));
  for (const approval of record.approvals.values()) violations.push(...checkApproval(record, approval));
  return violations;
}

const liveRun = new Set(["running", "parked"]);
const settled = new Set(["done", "failed", "unknown", "refused"]);

function missing(about: string, state: string, what: string): Violation {
  return { rule: "record-missing", about, detail: `it is ${state}, and ${what} is not on record` };
}

/** What must be on record of a call in this state, exactly once. */
const recordOfState: { [state: string]: string } = {
  done: "call-finished",
  failed: "call-finished",
  unknown: "call-unknown",
  refused: "call-refused",
};

function checkCall({ auditOfCall }: Record, { id, state }: EventOf<"call">): Violation[] {
  const violations: Violation[] = [];
  const rows = auditOfCall.get(id) ?? [];
  const count = (kind: string) => rows.filter(({ what }) => what === kind).length;
  const what = recordOfState[state];
  if (what === undefined) return [];
  if (count(what) !== 1) violations.push(missing(id, state, `one ${what}`));
  const outcome = rows.find((row) => row.what === "call-finished")?.detail["outcome"];
  // A call that an agent was let go to run itself is done for us.
  const said = outcome === "released" ? "done" : outcome;
  if (what === "call-finished" && said !== state) violations.push(missing(id, state, `call-finished ${state}`));
  if (wasServerMissed({ auditOfCall }, id)) {
    violations.push({ rule: "server-not-waited-for", about: id, detail: "it was refused, for its server was not up" });
  }
  if (state !== "refused" && count("call-started") === 0) violations.push(missing(id, state, "call-started"));
  if (state !== "refused" && count("call-cleared") === 0) violations.push(missing(id, state, "call-cleared"));
  if (count("verdict-given") === 0 && state !== "refused") violations.push(missing(id, state, "verdict-given"));
  return violations;
}

/** The tools of the chaos are never taken away: whoever misses one did not wait for a start to end. */
const saysNotUp = /\bis not available right now\b|\bnever reached its server\b/;

/** Whether the call was refused because its server was not up. */
export function wasServerMissed({ auditOfCall }: Pick<Record, "auditOfCall">, call: string): boolean {
  const rows = auditOfCall.get(call) ?? [];
  return rows.some(({ what, detail }) => what === "call-refused" && saysNotUp.test(String(detail["reason"])));
}

function checkApproval({ auditOfApproval }: Record, { id, status, byPerson }: EventOf<"approval">): Violation[] {
  const rows = auditOfApproval.get(id) ?? [];
  const has = (kind: string) => rows.some(({ what }) => what === kind);
  const violations: Violation[] = [];
  if (!has("approval-opened")) violations.push(missing(id, status, "approval-opened"));
  const end = byPerson ? "approval-decided" : "approval-ended";
  if (status !== "pending" && !has(end)) violations.push(missing(id, status, end));
  return violations;
}
