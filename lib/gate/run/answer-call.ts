import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { messageToModel, type MessageToModel } from "#lib/approvals/messages-to-model.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { wasRevoked } from "#lib/store/approvals/grants.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { acceptedIn, isAccepted } from "#lib/gate/ask/accepted-in.ts";
import { acceptance } from "#lib/gate/ask/ask-for-server.ts";
import { awaitAnswers, tellQuestion } from "#lib/gate/ask/await-answers.ts";
import { finishDelegation, isDelegation, workOn } from "./delegate-call.ts";
import { execute } from "./execute.ts";
import { mayRunOn } from "#lib/gate/grants/judge-with-grants.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { judgementOn, readyTool, settled } from "#lib/gate/judge/judge-call.ts";
import { abandonCall, editRemark, refuseCall } from "./finish-call.ts";
import { startCall } from "./start-call.ts";
import { grantUseOf } from "#lib/gate/grants/grant-use-of.ts";
import { refusal } from "#lib/gate/contract/stored-result.ts";
import { resumptionOf } from "#lib/gate/contract/stored-resumption.ts";
import { askedForMore } from "#lib/gate/ask/tightening.ts";
import type { ElicitationAnswer, Resumption } from "#lib/gate/contract/tool.ts";
import { decisionOf } from "#lib/gate/ask/view-of.ts";

/** Waits for every open question of a call, then starts it, goes on with it, or refuses it. */
export async function answerCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<void> {
  const rows = await approvalsOfCall(gate.database, call.id);
  const questions = rows.filter((row) => isCurrentQuestion(row, call));
  if (questions.length === 0 && isDelegation(call)) return workOn(gate, run, call);
  if (questions.length === 0 && !resumptionOf(call))
    throw new Error(`Tool call ${call.id} waits, but nobody was asked.`);
  const answers = await awaitAnswers(
    gate,
    run,
    questions.map((row) => row.id),
    call.state,
  );
  const [first] = answers;
  if (first?.kind === "tool-call") return answerToolCall(gate, run, call, first);
  return answerServer(gate, run, call, answers);
}

/** A call has one question of ours, then one for each question of the server's latest round. */
function isCurrentQuestion(row: ApprovalRow, call: ToolCallRow): boolean {
  const stored = resumptionOf(call);
  if (!stored) return row.kind === "tool-call";
  return row.request_key !== null && row.request_key.startsWith(`${stored.round}:`);
}

async function answerToolCall(gate: Gate, run: RunContext, call: ToolCallRow, approval: ApprovalRow): Promise<void> {
  const why = await startAnswered(gate, run, call, approval);
  if (why === null) return;
  const reason = messageToModel(why);
  run.tell({ kind: "not-approved", approvalId: approval.id, reason });
  await refuseCall(gate, run, call, refusal(reason, true));
  tellQuestion(run, approval, "refused");
}

/** Starts a call as a person accepted it; else why it is refused. */
async function startAnswered(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  approval: ApprovalRow,
): Promise<MessageToModel | null> {
  const decision = decisionOf(approval);
  if (!decision) throw new Error(`Approval ${approval.id} is settled without a decision.`);
  if (!isAccepted(approval)) return { kind: "not-accepted", status: approval.status, decision };
  // An answer may come before the last call of the step was looked at (S0.16).
  await run.allJudged;
  const offered = await readyTool(gate, call, run);
  if ("missing" in offered) return offered.missing;
  const { tool } = offered;
  // The tool may be watched more closely since, and what tightens counts at once.
  const moreIsAsked = askedForMore(approval, tool);
  if (moreIsAsked !== null) return { kind: moreIsAsked, toolName: call.tool_name };
  const edit = decision.arguments ?? null;
  const args = edit ?? storedArguments(call.effective_json);
  const effectiveJson = canonicalJson(args);
  // A policy may have been tightened while the question was open; an edit may have crossed a line.
  const judged = await judgementOn(gate, call, tool, args);
  const { verdict } = judged;
  if (verdict.verdict === "deny") return { kind: "denied-by-policy", reason: verdict.reason };
  const digest = edit ? (decision.digest ?? "") : approval.digest;
  const done = tool.worker === undefined ? null : await run.delegate(call, tool.worker, args);
  const started = await startCall(gate, run, { call, approval, by: "person", judged, effectiveJson, digest });
  if (started === "moved-on") return null;
  if (started === "not-as-approved") return { kind: "not-as-approved" };
  run.tell({ kind: "approved", approvalId: approval.id });
  tellQuestion(run, approval, "running");
  if (edit) run.tell({ kind: "edited", tool, arguments: edit });
  const remark = editRemark(decision, effectiveJson);
  if (done) await finishDelegation(gate, run, started.call, done, remark);
  else await execute(gate, run, { ...started, tool, resumption: null, remark });
  return null;
}

/**
 * Carries the person's answers to the server that asked (2026-07-28 `input_required`); all three actions go back. The
 * call had started, so if it cannot go on, what it did is unknown.
 */
async function answerServer(gate: Gate, run: RunContext, call: ToolCallRow, answers: ApprovalRow[]): Promise<void> {
  const problem = await goOn(gate, run, call, answers);
  if (problem === null) return;
  await abandonCall(gate, run, call, problem);
  for (const answer of answers) tellQuestion(run, answer, "unknown");
}

/** Goes on with a call whose server was answered; else why it cannot. */
async function goOn(gate: Gate, run: RunContext, call: ToolCallRow, answers: ApprovalRow[]): Promise<string | null> {
  const offered = await readyTool(gate, call, run);
  if ("missing" in offered) return goneOn[offered.missing.kind];
  const { tool } = offered;
  const stored = resumptionOf(call);
  if (!stored) throw new Error(`Tool call ${call.id} has no round to go on with.`);
  const unopened = stored.linksFirst ? answers.find((answer) => !isAccepted(answer)) : undefined;
  if (unopened) {
    const text = messageToModel({ kind: "link-not-opened", status: unopened.status, decision: decisionOf(unopened) });
    await refuseCall(gate, run, call, refusal(text, false));
    for (const answer of answers) tellQuestion(run, answer, "refused");
    return null;
  }
  if (answers.some((answer) => answer.status === "accepted" && !isAccepted(answer))) return goneOn.unproved;
  // As entries, because a server may name its question "__proto__" (E7).
  const inputResponses = stored.linksFirst ? {} : Object.fromEntries(answers.map(responseTo));
  const resumption: Resumption = { inputResponses, requestState: stored.requestState };
  const { effective_json: effectiveJson, digest } = call;
  // A policy may have been tightened while the question was open.
  const unsettled = await judgementOn(gate, call, tool, storedArguments(effectiveJson));
  const { verdict } = unsettled;
  if (verdict.verdict === "deny") return `${goneOn.denied}: ${verdict.reason}`;
  const granted = grantUseOf(call);
  // Revoking reaches calls that wait, too (A11).
  if (granted && (await wasRevoked(gate.database, granted.grantId))) return goneOn.revoked;
  if (granted && !mayRunOn(granted, tool, verdict.ruleId)) return goneOn.riskier;
  const approval = acceptedIn(await approvalsOfCall(gate.database, call.id));
  const moreIsAsked = approval === null ? null : askedForMore(approval, tool);
  if (moreIsAsked !== null) return goneOn[moreIsAsked];
  // An answer to a server's question is no accept of the call itself.
  const unasked = approval === null && granted === null;
  // A strategy answers only where neither an accept nor a grant did.
  const judged = unasked ? settled(gate, tool, unsettled) : unsettled;
  if (unasked && judged.verdict.verdict !== "allow") return goneOn.unasked;
  const by = { by: "server-question", ...(granted ? { grant: { startedOn: granted.grantId } } : {}) } as const;
  const start = { call, approval: null, ...by, judged, unasked, effectiveJson, digest };
  const started = await startCall(gate, run, start);
  if (started === "moved-on") return null;
  if (started === "not-as-approved") return goneOn[started];
  for (const answer of answers) tellQuestion(run, answer, "running");
  await execute(gate, run, { ...started, tool, resumption, remark: stored.remark });
  return null;
}

function responseTo(answer: ApprovalRow): [key: string, ElicitationAnswer] {
  const decision = decisionOf(answer);
  if (!decision || answer.request_key === null) throw new Error(`Approval ${answer.id} has no answer to carry.`);
  const key = answer.request_key.slice(answer.request_key.indexOf(":") + 1);
  const { action, content } = decision;
  return [key, action === "accept" ? acceptance(answer.kind, content) : { action }];
}

/** Why a call that its server interrupted with a question does not go on. */
const goneOn = {
  unproved: "its server asked a question, and nobody here proved that it was accepted",
  "tool-unavailable": "its server asked a question, and then the tool was not available any more",
  "definition-changed": "its server asked a question, and then the tool's definition changed",
  "not-as-approved": "its server asked a question, and then what is stored of it was not what was approved",
  revoked: "its server asked a question, and then the grant that it ran on was revoked",
  riskier: "its server asked a question, and now the grant that it ran on covers its tool no more",
  denied: "its server asked a question, and now a policy refuses it",
  unasked: "its server asked a question, and now a person must approve it, which nobody has",
  "answerers-changed": "its server asked a question, and now others must approve it",
  "watched-more-closely":
    "its server asked a question, and now its tool is watched more closely than when it was approved",
};
