import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { digestOfCall } from "#lib/approvals/digest.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { messageToModel, type MessageToModel } from "#lib/approvals/messages-to-model.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { awaitAnswers } from "#lib/gate/ask/await-answers.ts";
import { isBooked, isDelegation, workOn } from "./delegate-call.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { standingOf } from "./standing-of.ts";
import { whyOutdated } from "./why-outdated.ts";
import { editRemark } from "./finish-call.ts";
import { goOn } from "./go-on.ts";
import type { NextMove } from "./next-move.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";
import { resumptionOf } from "#lib/gate/contract/stored-resumption.ts";
import { acceptedBy, decisionOf } from "#lib/gate/contract/stored-approval.ts";

/** Waits for every open question of a call; then it starts, goes on, or is refused. */
export async function answerCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<NextMove> {
  const rows = await approvalsOfCall(gate.database, call.id);
  const questions = rows.filter((row) => isCurrentQuestion(row, call));
  if (questions.length === 0 && isDelegation(call)) return workOn(gate, run, call);
  if (questions.length === 0 && !resumptionOf(call))
    throw new Error(`Tool call ${call.id} waits, but nobody was asked.`);
  const answers = await awaitAnswers(gate, run, questions, call.state);
  const [first] = answers;
  return first?.kind === "tool-call" ? startAnswered(gate, run, call, first) : goOn(gate, run, call, answers);
}

/** A call has one question of ours, asked again where its accept was outdated, then one for each question of the server's latest round. */
function isCurrentQuestion(row: ApprovalRow, call: ToolCallRow): boolean {
  const stored = resumptionOf(call);
  if (!stored) return row.kind === "tool-call" && decisionOf(row)?.outdated !== true;
  return row.request_key !== null && row.request_key.startsWith(`${stored.round}:`);
}

/** Starts a call as a person accepted it. */
async function startAnswered(gate: Gate, run: RunContext, call: ToolCallRow, approval: ApprovalRow): Promise<NextMove> {
  const approvalId = approval.id;
  const answered = [approval];
  const refusedFor = (why: MessageToModel): NextMove => {
    const reason = messageToModel(why);
    const tell = { kind: "not-approved", approvalId, reason } as const;
    const responded = decision?.action === "respond" ? { responded: true as const } : {};
    return { move: "refuse", result: { ...refusal(reason, true), ...responded }, tell, answered };
  };
  const decision = decisionOf(approval);
  if (!decision) throw new Error(`Approval ${approvalId} is settled without a decision.`);
  const by = acceptedBy(approval);
  if (by === null) return refusedFor({ kind: "not-accepted", status: approval.status, decision });
  // An answer may come before the last call of the step was looked at (S0.16).
  await run.judging.promise;
  const edit = decision.arguments ?? null;
  const args = edit ?? storedArguments(call.effective_json);
  const effectiveJson = edit ? canonicalJson(edit) : call.effective_json;
  // Much may have been tightened while the question was open, and what tightens counts at once; an edit may have crossed a line.
  const standing = await standingOf(gate, run, call, { approval, args });
  if ("fallen" in standing) return refusedFor(standing.fallen);
  const { tool, judged } = standing;
  const why = await whyOutdated(gate, run, { call, tool, args, bound: decision.bound });
  if (why !== null) return { move: "ask", tool, args, verdict: judged.verdict, outdated: { approval, why } };
  const digest = edit ? (decision.digest ?? "") : approval.digest;
  const remark = editRemark(decision, effectiveJson);
  const unlike = refusedFor({ kind: "not-as-approved" });
  // An agent begins to work before the call starts, so the call is checked, and counts, before that.
  if (tool.worker !== undefined && digestOfCall(call, effectiveJson) !== digest) return unlike;
  if (tool.worker !== undefined && !isBooked(call, { digest }))
    return { move: "delegate", judged, accepted: { approval, effectiveJson, digest } };
  if (tool.worker !== undefined) await gate.database.takenAlong?.();
  const done = tool.worker === undefined ? null : await run.delegate(call, tool.worker, args);
  return {
    move: "start",
    start: { call, approval, by, judged, effectiveJson, digest },
    work: done ? { done, remark } : { tool, resumption: null, remark },
    unlike,
    tell: [{ kind: "approved", approvalId }, ...(edit ? [{ kind: "edited", tool, arguments: edit } as const] : [])],
    answered,
  };
}
