import { digestOf } from "#lib/approvals/digest.ts";
import { canonicalJson } from "#lib/approvals/canonical-json.ts";
import type { Decision } from "#lib/approvals/decision.ts";
import type { JsonObject } from "#lib/approvals/json.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { isSettled } from "#lib/approvals/states.ts";
import { validateArguments } from "#lib/approvals/validate-arguments.ts";
import { judge } from "#lib/policies/judge.ts";
import type { Verdict } from "#lib/policies/verdict.ts";
import { approvalsOfCall } from "#lib/store/approvals.ts";
import { record } from "#lib/store/audit.ts";
import { inTransaction } from "#lib/store/database.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema.ts";
import { toolCallById } from "#lib/store/tool-calls.ts";
import { ask } from "./ask.ts";
import { awaitAnswers, writeApproval } from "./await-answers.ts";
import { boundOf } from "./bound-of.ts";
import { execute } from "./execute.ts";
import { resumptionOf } from "./stored-resumption.ts";
import type { Gate, RunContext } from "./gate.ts";
import { refusalBeforeAsking } from "./refuse-before-asking.ts";
import { refuseCall } from "./settle-call.ts";
import { startCall } from "./start-call.ts";
import type { Resumption, Tool } from "./tool.ts";
import { decisionOf } from "./view-of.ts";

/**
 * The only door to a tool, for every caller. Takes one proposed call to its end: judged, asked about when it must be,
 * run at most once, its result stored and written to the stream. Goes on from whatever state the row is in, so it
 * serves a new call, a call whose process died, and a call answered days later alike.
 *
 *   proposed ─judge─▶ refused | waiting ─answer─▶ refused | running ─▶ done | failed | unknown
 *                  └───────── allow ────────────────────────┘  ▲ └─ the server asks ─▶ waiting ┐
 *                                                              └──────────────────────────────┘
 *
 * Rejects with `RunLost` or an abort when the run was stopped or taken over; whoever did that settles the call.
 */
export async function runTool(gate: Gate, run: RunContext, callId: string): Promise<void> {
  for (;;) {
    const call = await toolCallById(gate.database, callId);
    if (isSettled(call.state)) return;
    run.signal.throwIfAborted();
    switch (call.state) {
      case "proposed":
        await judgeCall(gate, run, call);
        break;
      case "waiting":
        await answerCall(gate, run, call);
        break;
      case "cleared":
        // Cleared and started commit together, so this row was written by hand: run nothing.
        await refuseCall(gate, run, call, refusal(messageToModel({ kind: "not-askable" }), false));
        break;
      default:
        throw new Error(`Tool call ${call.id} is ${call.state} under another runner.`);
    }
  }
}

/** The tool as it is offered now; a definition that changed since the call was proposed is another tool. */
function offeredTool(gate: Gate, call: ToolCallRow): { tool: Tool } | { refusal: string } {
  const tool = gate.catalogue.offered().get(call.wire_name);
  if (!tool) return { refusal: messageToModel({ kind: "tool-unavailable", toolName: call.wire_name }) };
  if (tool.fingerprint !== call.fingerprint) {
    return { refusal: messageToModel({ kind: "definition-changed", toolName: call.tool_name }) };
  }
  return { tool };
}

async function judgeCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<void> {
  const offered = offeredTool(gate, call);
  if ("refusal" in offered) return refuseCall(gate, run, call, refusal(offered.refusal, false));
  const { tool } = offered;
  const args = argumentsOf(call.effective_json);
  const checked = validateArguments(tool.inputSchema, args);
  if ("errors" in checked) {
    const problems = checked.errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
    return refuseCall(gate, run, call, refusal(messageToModel({ kind: "invalid-arguments", problems }), false));
  }
  const verdict = await judgeNow(gate, call, tool, args);
  await inTransaction(gate.database, (trx) =>
    record(gate.database, trx, scopeOf(run, call), {
      kind: "verdict-given",
      verdict: verdict.verdict,
      ruleId: verdict.ruleId,
      reason: verdict.reason,
      digest: call.digest,
      tool: call.wire_name,
    }),
  );
  const verdictJson = JSON.stringify(verdict);
  if (verdict.verdict === "deny") {
    const text = messageToModel({ kind: "denied-by-policy", reason: verdict.reason });
    return refuseCall(gate, run, call, refusal(text, false), verdictJson);
  }
  if (verdict.verdict === "allow") {
    const { effective_json: effectiveJson, digest } = call;
    const clearance = await startCall(gate, run, { call, approval: null, by: "policy", effectiveJson, digest });
    return execute(gate, run, { callId: call.id, tool, clearance, resumption: null, remark: null });
  }
  const refused = await refusalBeforeAsking(gate, run, call);
  if (refused !== null) return refuseCall(gate, run, call, refusal(refused, false), verdictJson);
  if (await ask(gate, run, { call, tool, verdict })) return;
  run.write({
    type: "data-notice",
    id: `asks-${run.runId}`,
    data: {
      kind: "budget",
      text: `This answer has asked for ${gate.limits.asksPerRun} approvals, the most it may. Its further calls were refused without asking.`,
      retry: false,
    },
  });
  await refuseCall(gate, run, call, refusal(messageToModel({ kind: "too-many-asks" }), false), verdictJson);
}

function judgeNow(gate: Gate, call: ToolCallRow, tool: Tool, args: JsonObject): Promise<Verdict> {
  return judge(gate.policy, {
    server: { id: tool.server.id, trusted: tool.server.trusted },
    tool: { name: tool.name, flag: tool.flag, annotations: tool.annotations },
    arguments: args,
    person: { id: call.person_id },
    chat: { id: call.chat_id },
  });
}

/** Waits for every open question of the call, then starts it, goes on with it, or refuses it. */
async function answerCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<void> {
  const rows = await approvalsOfCall(gate.database, call.id);
  const questions = rows.filter((row) => isCurrentQuestion(row, call));
  if (questions.length === 0) throw new Error(`Tool call ${call.id} waits, but nobody was asked.`);
  const settled = await awaitAnswers(
    gate,
    run,
    questions.map((row) => row.id),
  );
  const [first] = settled;
  if (first?.kind === "tool-call") return answerToolCall(gate, run, call, first);
  return answerServer(gate, run, call, settled);
}

/** A call has one question of ours, then one for each question of the server's latest round. */
function isCurrentQuestion(row: ApprovalRow, call: ToolCallRow): boolean {
  const stored = resumptionOf(call);
  if (!stored) return row.kind === "tool-call";
  return row.request_key !== null && row.request_key.startsWith(`${stored.round}:`);
}

async function answerToolCall(gate: Gate, run: RunContext, call: ToolCallRow, approval: ApprovalRow): Promise<void> {
  const decision = decisionOf(approval);
  if (!decision) throw new Error(`Approval ${approval.id} is settled without a decision.`);
  const refuse = async (text: string) => {
    run.write({ type: "tool-approval-response", approvalId: approval.id, approved: false, reason: text });
    await refuseCall(gate, run, call, refusal(text, true));
    writeApproval(run, approval, "refused");
  };
  if (approval.status !== "accepted" || decision.action !== "accept" || decision.endedBy !== "person") {
    return refuse(messageToModel({ kind: "not-accepted", status: approval.status, decision }));
  }
  await gate.catalogue.settled(call.server_id);
  const offered = offeredTool(gate, call);
  if ("refusal" in offered) return refuse(offered.refusal);
  const { tool } = offered;
  const args = decision.arguments ?? argumentsOf(call.effective_json);
  const effectiveJson = canonicalJson(args);
  // A policy may have been tightened while the question was open; an edit may have crossed a line.
  const verdict = await judgeNow(gate, call, tool, args);
  if (verdict.verdict === "deny") return refuse(messageToModel({ kind: "denied-by-policy", reason: verdict.reason }));
  const digest = decision.arguments ? digestOf({ ...boundOf(call), argumentsJson: effectiveJson }) : approval.digest;
  const clearance = await startCall(gate, run, { call, approval, by: "person", effectiveJson, digest });
  run.write({ type: "tool-approval-response", approvalId: approval.id, approved: true });
  writeApproval(run, approval, "running");
  if (decision.arguments) {
    run.write({
      type: "tool-input-available",
      toolCallId: call.tool_call_id,
      toolName: call.wire_name,
      input: decision.arguments,
      dynamic: true,
      title: tool.title,
      toolMetadata: { serverId: tool.server.id, serverTitle: tool.server.title, toolName: tool.name },
    });
  }
  const remark = remarkOn(decision, effectiveJson);
  await execute(gate, run, { callId: call.id, tool, clearance, resumption: null, remark });
  writeApproval(run, approval, (await toolCallById(gate.database, call.id)).state);
}

/** Carries the person's answers to the server that asked (2026-07-28 `input_required`); all three actions go back. */
async function answerServer(gate: Gate, run: RunContext, call: ToolCallRow, answers: ApprovalRow[]): Promise<void> {
  await gate.catalogue.settled(call.server_id);
  const offered = offeredTool(gate, call);
  if ("refusal" in offered) return refuseCall(gate, run, call, refusal(offered.refusal, true));
  const { tool } = offered;
  const stored = resumptionOf(call);
  if (!stored) throw new Error(`Tool call ${call.id} has no round to go on with.`);
  const resumption: Resumption = { inputResponses: {}, requestState: stored.requestState };
  for (const answer of answers) {
    const decision = decisionOf(answer);
    if (!decision || answer.request_key === null) throw new Error(`Approval ${answer.id} has no answer to carry.`);
    const key = answer.request_key.slice(answer.request_key.indexOf(":") + 1);
    resumption.inputResponses[key] =
      decision.action === "accept"
        ? { action: "accept", content: decision.content ?? {} }
        : { action: decision.action };
  }
  const { effective_json: effectiveJson, digest } = call;
  const clearance = await startCall(gate, run, { call, approval: null, by: "server-question", effectiveJson, digest });
  for (const answer of answers) writeApproval(run, answer, "running");
  await execute(gate, run, { callId: call.id, tool, clearance, resumption, remark: stored.remark });
  const { state } = await toolCallById(gate.database, call.id);
  for (const answer of answers) writeApproval(run, answer, state);
}

/** What the model is told beside the result: what a person changed and said while approving. */
function remarkOn(decision: Decision, argumentsJson: string): string | null {
  const by = decision.by ?? "the user";
  const remarks: string[] = [];
  if (decision.arguments) remarks.push(messageToModel({ kind: "edited", by, argumentsJson }));
  if (decision.note) remarks.push(messageToModel({ kind: "noted", by, note: decision.note }));
  return remarks.length === 0 ? null : remarks.join("\n");
}

function refusal(text: string, asked: boolean) {
  return { v: 1 as const, kind: "refusal" as const, text, asked };
}

function argumentsOf(json: string): JsonObject {
  // Stored by the gate from a checked object.
  return JSON.parse(json) as JsonObject;
}

function scopeOf(run: RunContext, call: ToolCallRow) {
  return { personId: run.personId, chatId: run.chatId, runId: run.runId, callId: call.id };
}
