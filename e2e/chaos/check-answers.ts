import type { EventOf } from "./history.ts";
import type { Record } from "./record.ts";
import type { Violation } from "./violation.ts";

/** What was told of a decision stands: nothing that was acknowledged is lost or turns into something else. */
export function checkAnswers(record: Record): Violation[] {
  const violations: Violation[] = [];
  const answers = record.requests.flatMap(({ status, asked }) => (asked.to === "answer" ? [{ status, ...asked }] : []));
  for (const approval of record.approvals.values()) {
    const mine = answers.filter((answer) => answer.approval === approval.id);
    violations.push(...checkDecision(record, approval), ...checkTold(record, approval, mine));
  }
  const known = record.approvals;
  for (const { approval, status } of answers) {
    if (status === 200 && !known.has(approval)) {
      violations.push({ rule: "decision-lost", about: approval, detail: "the store knows no such approval" });
    }
  }
  return violations;
}

const statusOf = { accept: "accepted", decline: "declined", cancel: "cancelled" };

/** How much later than its deadline the clock may stand when a decision that came in time is written. */
const slackMs = 100;

function checkDecision({ auditOfApproval }: Record, approval: EventOf<"approval">): Violation[] {
  const { id, byPerson, decidedAt, expiresAt } = approval;
  const violations: Violation[] = [];
  const decided = (auditOfApproval.get(id) ?? []).filter(({ what }) => what === "approval-decided").length;
  if (decided > 1) violations.push({ rule: "decided-twice", about: id, detail: `${decided} decisions are on record` });
  if (byPerson && decidedAt !== null && decidedAt > expiresAt + slackMs) {
    const late = `decided ${decidedAt - expiresAt} ms after its deadline`;
    violations.push({ rule: "decided-after-deadline", about: id, detail: late });
  }
  return violations;
}

type Told = { status: number | null; action: keyof typeof statusOf; said: string | null };

function checkTold(record: Record, approval: EventOf<"approval">, answers: Told[]): Violation[] {
  const { id, status } = approval;
  const violations: Violation[] = [];
  const flipped = (detail: string) => violations.push({ rule: "decision-flipped", about: id, detail });
  const rows = record.auditOfApproval.get(id) ?? [];
  const decided = rows.find(({ what }) => what === "approval-decided");
  for (const { status: answered, action, said } of answers) {
    if (answered === 200 && !decided) {
      violations.push({ rule: "decision-lost", about: id, detail: `${action} was acknowledged, and is not on record` });
    } else if (answered === 200 && decided?.detail["action"] !== action) {
      flipped(`${action} was acknowledged, ${String(decided?.detail["action"])} is on record`);
    }
    const toldEnd = answered === 200 || answered === 409 ? (said ?? statusOf[action]) : null;
    // The only way out of a settled state.
    const mayHaveExpired = toldEnd === "accepted" && status === "expired";
    if (toldEnd !== null && toldEnd !== status && !mayHaveExpired) flipped(`${toldEnd} was told, now it is ${status}`);
    if (answered === 410 && status === "accepted") flipped("it was said to have expired, now it is accepted");
  }
  if (status === "accepted" && answers.some((answer) => answer.status === 200)) {
    violations.push(...checkStarted(record, approval));
  }
  return violations;
}

/** An accept that was acknowledged leads to a start, unless a person stopped the run, or whoever made the call is gone. */
function checkStarted(record: Record, { id, call }: EventOf<"approval">): Violation[] {
  const rows = record.auditOfCall.get(call) ?? [];
  if (rows.some(({ what }) => what === "call-started")) return [];
  const made = record.calls.get(call);
  if (record.told.some(({ plan, told }) => plan === made?.plan && told === "nothing")) return [];
  const chat = record.runs.get(made?.run ?? "")?.chat;
  const stopped = record.requests.some(({ asked }) => asked.to === "stop" && asked.chat === chat);
  if (stopped) return [];
  return [{ rule: "decision-lost", about: id, detail: "accept was acknowledged, and its call was never started" }];
}
