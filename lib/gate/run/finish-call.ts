import type { Decision } from "#lib/approvals/decision.ts";
import { textResult, type ToolResult, type WholeBlock } from "#lib/gate/contract/tool.ts";
import { whoWithdrew } from "#lib/gate/ask/await-answers.ts";
import { endQuestions } from "#lib/gate/ask/end-questions.ts";
import { scopeOfCall } from "#lib/gate/ask/move-call.ts";
import { transition } from "#lib/gate/ask/transition.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { resultText, unknownResult, type StoredResult } from "#lib/gate/contract/stored-result.ts";
import { emptiedBlocks, type EmptyBlock } from "#lib/results/empty-blocks.ts";
import { filesIn, type NewFile } from "#lib/results/files-in.ts";
import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { appServerOf } from "#lib/verdict/caller.ts";
import type { Verdict } from "#lib/verdict/verdict.ts";
import { record } from "#lib/store/audit/record.ts";
import { finishToolCall } from "#lib/store/calls/tool-calls.ts";
import { keepFiles } from "#lib/store/calls/result-files.ts";
import { keepBlocks } from "#lib/store/runs/gateway-calls.ts";
import { lockRun } from "#lib/store/runs/runs.ts";
import { wakeRun } from "#lib/store/runs/park-run.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { withinAnswer } from "./within-answer.ts";

export type StoredRefusal = Extract<StoredResult, { kind: "refusal" }>;

/** How a started call ended. `released`: somebody else runs it, and how that ends is not known here. */
export type End = {
  to: "done" | "failed" | "unknown";
  released?: boolean;
  result: StoredResult;
  /** Its binary blocks, which whoever called through the gateway gets. */
  whole?: WholeBlock[];
};

/** Ends a call that never started, or that its server did not begin. The server hears nothing of it (S0.35). */
export function refuseCall(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  result: StoredRefusal,
  verdict?: Verdict,
): Promise<void> {
  const { digest, wire_name: tool } = call;
  const event = { kind: "call-refused", reason: result.text, digest, tool } as const;
  return transition(gate, run, call, { to: "refused", result, verdict, events: [event] });
}

/** Ends a call that had started and cannot go on: nobody knows what it did. */
export function abandonCall(gate: Gate, run: RunContext, call: ToolCallRow, problem: string): Promise<void> {
  const result = unknownResult(problem);
  return transition(gate, run, call, { to: "unknown", result, events: [{ kind: "call-unknown", reason: problem }] });
}

/**
 * Records how a started call ended, and withdraws what its server still asked, for which it has no use any more. Late
 * evidence for a call that was settled meanwhile changes nothing.
 */
export async function finishCall(
  gate: Gate,
  run: RunContext,
  call: ToolCallRow,
  { to, released = false, result, whole }: End,
): Promise<void> {
  const { database, catalogue } = gate;
  // Files of a call from a chat, and of its apps, stay in the chat. For a call from outside, the blocks wait for its client.
  const isOfApp = appServerOf(call.caller) !== null;
  const kept = (call.caller === null || isOfApp) && whole !== undefined ? filesIn(call.id, whole) : null;
  const isForApp = isOfApp || (kept !== null && catalogue.tools().get(call.wire_name)?.hasApp === true);
  const forApp = isForApp ? emptiedBlocks(call.id, whole ?? []) : null;
  const entire = kept === null ? result : withFiles(result, kept, forApp?.blocks ?? []);
  const ended = await changeChat(gate, run, async (trx) => {
    await lockRun(database, trx, run.runId);
    const stored = call.caller === null ? await withinAnswer(trx, run.runId, entire) : entire;
    const files = filesOf(stored, kept?.files ?? []);
    const end = { to, result_json: JSON.stringify(stored) };
    if (!(await finishToolCall(database, trx, { id: call.id, fence: run.fence }, end))) return null;
    if (kept !== null) await keepFiles(database, trx, call, files, bytesOf(stored, forApp?.bytes ?? []));
    else if (whole !== undefined) await keepBlocks(trx, call.id, JSON.stringify(whole));
    const ending = { status: "cancelled", endedBy: whoWithdrew(run) } as const;
    const withdrawn = await endQuestions(gate, trx, { callId: call.id }, ending);
    await (run.callEnded === undefined ? wakeRun(trx, run.runId) : run.callEnded(trx));
    const event =
      to === "unknown"
        ? ({ kind: "call-unknown", reason: resultText(result) } as const)
        : ({
            kind: "call-finished",
            outcome: released ? "released" : to,
            ...filesOnRecord(files),
          } as const);
    await record(database, trx, scopeOfCall(call), event);
    return { withdrawn, stored };
  });
  if (ended === null) return;
  for (const { id } of ended.withdrawn) gate.parkingLot.wake(id);
  run.tell?.({ kind: "settled", result: ended.stored });
}

/** The files that the result still names. */
function filesOf(stored: StoredResult, files: readonly NewFile[]): readonly NewFile[] {
  const named = stored.kind === "result" ? (stored.files ?? []) : [];
  return files.filter(({ file }) => named.includes(file));
}

/** The bytes of the blocks that the result still names. */
function bytesOf<Bytes extends { id: string }>(stored: StoredResult, bytes: readonly Bytes[]): readonly Bytes[] {
  const named = stored.kind === "result" ? (stored.blocks ?? []) : [];
  return bytes.filter(({ id }) => named.some((block) => block.id === id));
}

const mostOnRecord = 20;

function filesOnRecord(files: readonly NewFile[]) {
  if (files.length === 0) return {};
  const listed = files
    .slice(0, mostOnRecord)
    .map(({ file: { mediaType, bytes, sha256 } }) => ({ mediaType, bytes, sha256 }));
  return { files: listed };
}

/** The result with what its chat keeps of its binary blocks; of each other block it says why that is not shown. */
function withFiles(
  result: StoredResult,
  { files, unshown }: ReturnType<typeof filesIn>,
  blocks: EmptyBlock[],
): StoredResult {
  if (result.kind !== "result") return result;
  const content = [...result.result.content];
  for (const { at, why } of unshown) {
    const named = content[at]?.["text"];
    if (typeof named === "string")
      content[at] = { type: "text", text: named.replace(/\]$/, `: not shown, it ${why}]`) };
  }
  const listed = files.map(({ file }) => file);
  return {
    ...result,
    result: { ...result.result, content },
    ...(listed.length === 0 ? {} : { files: listed }),
    ...(blocks.length === 0 ? {} : { blocks }),
  };
}

/** The end of a call whose tool, or agent, has answered. */
export function resultEnd({ whole, ...result }: ToolResult, remark: string | null): End {
  const to = result.isError ? "failed" : "done";
  const stored = { v: 1, kind: "result", result, remark } as const;
  return whole === undefined ? { to, result: stored } : { to, result: { ...stored, aside: true }, whole };
}

/** The end of a started call whose tool was never called. */
export function notSent(problem: string): End {
  return resultEnd(textResult(messageToModel({ kind: "not-sent", problem }), true), null);
}

/** What the model is told beside the result: what a person changed and said while approving. */
export function editRemark(decision: Decision, argumentsJson: string): string | null {
  const by = decision.by ?? "the user";
  const remarks: string[] = [];
  if (decision.arguments) remarks.push(messageToModel({ kind: "edited", by, argumentsJson }));
  if (decision.note) remarks.push(messageToModel({ kind: "noted", by, note: decision.note }));
  return remarks.length === 0 ? null : remarks.join("\n");
}
