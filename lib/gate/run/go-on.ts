import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { acceptance } from "#lib/gate/ask/ask-for-server.ts";
import { acceptedBy, decisionOf } from "#lib/gate/contract/stored-approval.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { hasBegun, resumptionOf, taskOf } from "#lib/gate/contract/stored-resumption.ts";
import type { ElicitationAnswer, Resumption } from "#lib/gate/contract/tool.ts";
import { refuseUnasked, type NextMove } from "./next-move.ts";
import { standingOfStarted } from "./standing-of.ts";

/**
 * Carries the person's answers to the server that asked (2026-07-28 `input_required`); all three actions go back. The
 * call had started, so if it cannot go on, what it did is unknown.
 */
export async function goOn(gate: Gate, run: RunContext, call: ToolCallRow, answered: ApprovalRow[]): Promise<NextMove> {
  const stopped = (problem: string): NextMove => ({ move: "abandon", problem, answered });
  const stored = resumptionOf(call);
  if (!stored) throw new Error(`Tool call ${call.id} has no round to go on with.`);
  const unopened = stored.linksFirst ? answered.find((answer) => acceptedBy(answer) === null) : undefined;
  if (unopened) {
    const kind = unopened.kind === "sign-in" ? "not-signed-in" : "link-not-opened";
    if (hasBegun(call)) return stopped(goneOn[kind]);
    const { status } = unopened;
    return { ...refuseUnasked({ kind, status, decision: decisionOf(unopened) }), answered };
  }
  if (answered.some((answer) => answer.status === "accepted" && acceptedBy(answer) === null))
    return stopped(goneOn.unproved);
  const standing = await standingOfStarted(gate, run, call);
  if ("fallen" in standing) {
    const { fallen } = standing;
    return stopped(
      fallen.kind === "denied-by-policy" ? `${goneOn[fallen.kind]}: ${fallen.reason}` : goneOn[fallen.kind],
    );
  }
  const { tool, judged, approval, grant } = standing;
  // As entries, because a server may name its question "__proto__" (E7).
  const inputResponses = stored.linksFirst ? (stored.unsent ?? {}) : Object.fromEntries(answered.map(responseTo));
  const task = taskOf(call);
  const resumption: Resumption = { inputResponses, requestState: stored.requestState, ...(task && { task }) };
  const { effective_json: effectiveJson, digest } = call;
  const unasked = approval === null;
  return {
    move: "start",
    start: { call, approval: null, ...grant, by: "server-question", judged, unasked, effectiveJson, digest },
    work: { tool, resumption, remark: stored.remark },
    unlike: stopped(goneOn["not-as-approved"]),
    answered,
  };
}

function responseTo(answer: ApprovalRow): [key: string, ElicitationAnswer] {
  const decision = decisionOf(answer);
  if (!decision || answer.request_key === null) throw new Error(`Approval ${answer.id} has no answer to carry.`);
  const key = answer.request_key.slice(answer.request_key.indexOf(":") + 1);
  const { action, content } = decision;
  return [
    key,
    action === "accept" ? acceptance(answer.kind, content) : { action: action === "cancel" ? action : "decline" },
  ];
}

/** Why a call that its server interrupted with a question does not go on. */
const goneOn = {
  "not-signed-in": "it may have begun before its server asked for a sign-in, which nobody did",
  "link-not-opened": "it may have begun before its server asked to open a page, which nobody did",
  unproved: "its server asked a question, and nobody here proved that it was accepted",
  "tool-unavailable": "its server asked a question, and then the tool was not available any more",
  "definition-changed": "its server asked a question, and then the tool's definition changed",
  "not-as-approved": "its server asked a question, and then what is stored of it was not what was approved",
  "grant-revoked": "its server asked a question, and then the grant that it ran on was revoked",
  "grant-covers-less": "its server asked a question, and now the grant that it ran on covers its tool no more",
  "denied-by-policy": "its server asked a question, and now a policy refuses it",
  "nobody-asked": "its server asked a question, and now a person must approve it, which nobody has",
  "answerers-changed": "its server asked a question, and now others must approve it",
  "watched-more-closely":
    "its server asked a question, and now its tool is watched more closely than when it was approved",
};
