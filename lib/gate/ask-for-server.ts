import { canonicalJson } from "#lib/approvals/canonical-json.ts";
import { digestOf } from "#lib/approvals/digest.ts";
import type { SubjectView } from "#lib/approvals/approval-view.ts";
import type { JsonValue } from "#lib/approvals/json.ts";
import { endApprovals } from "#lib/store/approvals.ts";
import { record } from "#lib/store/audit.ts";
import { touchChat } from "#lib/store/chats.ts";
import { inTransaction } from "#lib/store/database.ts";
import { holdRun } from "#lib/store/runs.ts";
import type { ToolCallRow } from "#lib/store/schema.ts";
import { moveToolCall } from "#lib/store/tool-calls.ts";
import { awaitAnswers, writeApproval } from "./await-answers.ts";
import { boundOf } from "./bound-of.ts";
import type { Gate, RunContext } from "./gate.ts";
import { formSubject, openApproval, scopeOf } from "./open-approval.ts";
import { resumptionOf, type StoredResumption } from "./stored-resumption.ts";
import type { Elicit, ElicitationRequest, Tool, ToolOutcome } from "./tool.ts";
import { decisionOf } from "./view-of.ts";

type Asking = { call: ToolCallRow; tool: Tool };

/**
 * Puts the questions of one `input_required` round to the person and leaves the call waiting. The questions are
 * durable: any process can carry the answers to the server later.
 */
export async function askForServer(
  gate: Gate,
  run: RunContext,
  {
    call,
    tool,
    outcome,
    remark,
  }: Asking & {
    outcome: Extract<ToolOutcome, { kind: "input-required" }>;
    remark: string | null;
  },
): Promise<void> {
  const stored: StoredResumption = {
    v: 1,
    round: (resumptionOf(call)?.round ?? 0) + 1,
    requestState: outcome.requestState,
    remark,
  };
  const opened = await inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, run);
    const move = { id: call.id, from: "running", to: "waiting" } as const;
    await moveToolCall(gate.database, trx, move, { resumption_json: JSON.stringify(stored) });
    const approvals = [];
    for (const [key, request] of Object.entries(outcome.requests)) {
      const subject = formSubject(request);
      const requestKey = `${stored.round}:${key}`;
      const digest = digestOfQuestion(call, subject);
      const question = { approvalId: gate.newId(), call, tool, subject, digest, requestKey, heldBy: null };
      approvals.push(await openApproval(gate, trx, question));
    }
    return approvals;
  });
  for (const { approval, version } of opened) {
    writeApproval(run, approval, "waiting");
    gate.announce({ personId: run.personId, chatId: run.chatId, version });
  }
}

/**
 * Lets a server ask while its call is in flight (2025-11-25 and older). The question lives only as long as the
 * connection that asked: `held_by` names this process. Rejects when the server withdraws it or the run is stopped.
 */
export function elicitor(gate: Gate, run: RunContext, { call, tool }: Asking): Elicit {
  return async (request: ElicitationRequest, signal: AbortSignal) => {
    signal.throwIfAborted();
    const subject = formSubject(request);
    const approvalId = gate.newId();
    const { approval, version } = await inTransaction(gate.database, async (trx) => {
      await holdRun(gate.database, trx, run);
      const digest = digestOfQuestion(call, subject);
      return openApproval(gate, trx, {
        approvalId,
        call,
        tool,
        subject,
        digest,
        requestKey: null,
        heldBy: gate.instance,
      });
    });
    writeApproval(run, approval, "running");
    gate.announce({ personId: run.personId, chatId: run.chatId, version });
    const withdraw = () => {
      withdrawQuestion(gate, run, approvalId).catch((error: unknown) =>
        gate.log.error("question.not-withdrawn", { approvalId, error }),
      );
    };
    signal.addEventListener("abort", withdraw, { once: true });
    try {
      const [answer] = await awaitAnswers(gate, run, [approvalId]);
      if (!answer) throw new Error(`Approval ${approvalId} has no answer.`);
      writeApproval(run, answer, "running");
      const decision = decisionOf(answer);
      if (answer.status === "accepted") return { action: "accept", content: decision?.content ?? {} };
      return { action: answer.status === "declined" ? "decline" : "cancel" };
    } finally {
      signal.removeEventListener("abort", withdraw);
    }
  };
}

/** The server gave up waiting: the card must not look answerable any more. */
async function withdrawQuestion(gate: Gate, run: RunContext, approvalId: string): Promise<void> {
  const version = await inTransaction(gate.database, async (trx) => {
    const decision = { action: "cancel", endedBy: "server-withdrew" };
    const [ended] = await endApprovals(gate.database, trx, { ids: [approvalId] }, { status: "cancelled", decision });
    if (!ended) return null;
    const event = { kind: "approval-ended", status: "cancelled", endedBy: "server-withdrew" } as const;
    await record(gate.database, trx, scopeOf(ended), event);
    return touchChat(gate.database, trx, run.chatId);
  });
  gate.parkingLot.wake(approvalId);
  if (version !== null) gate.announce({ personId: run.personId, chatId: run.chatId, version });
}

function digestOfQuestion(call: ToolCallRow, subject: SubjectView): string {
  // A view holds JSON values only.
  return digestOf({ ...boundOf(call), argumentsJson: canonicalJson(subject as unknown as JsonValue) });
}
