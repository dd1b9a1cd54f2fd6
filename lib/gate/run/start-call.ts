import { digestOfCall } from "#lib/approvals/digest.ts";
import { record } from "#lib/store/audit/record.ts";
import { holdAccepted } from "#lib/store/approvals/approvals.ts";
import { inTransaction, StaleWrite } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { holdGrant } from "#lib/store/approvals/grants.ts";
import { holdRun, RunLost } from "#lib/store/runs/runs.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { preconditionsOf } from "#lib/store/runs/call-preconditions.ts";
import { restartToolCall } from "#lib/store/calls/tool-calls.ts";
import { moveToolCall } from "#lib/store/calls/move-tool-call.ts";
import { Behind, refuseBehind, withoutPolicy, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { Clearance, clearanceKey } from "#lib/gate/contract/clearance.ts";
import type { Covering } from "#lib/gate/grants/find-grant.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { offeredTool } from "#lib/gate/judge/ready-tool.ts";
import { recordVerdict } from "#lib/gate/ask/move-call.ts";
import { grantUse } from "#lib/gate/grants/grant-use-of.ts";
import { countGrantUse } from "#lib/gate/grants/count-grant-use.ts";
import { oversightOf, type OfferedTo } from "#lib/gate/contract/tool.ts";

const key = clearanceKey();

export type CallStart = {
  call: ToolCallRow;
  /** The accepted approval that clears it; null when a policy allows it or a server's question was answered. */
  approval: ApprovalRow | null;
  /** The grant that it starts on, which counts this use; or the grant that it had started on before. */
  grant?: Covering | { startedOn: string };
  by: "policy" | "person" | "client" | "grant" | "server-question" | "repeat" | "task";
  /** What the policies said: recorded with the start where the verdict itself starts the call. */
  judged?: Judgement;
  /** Nobody approved it, so it goes on only while its verdict, which counts its grant, is `allow`. */
  unasked?: boolean;
  /** Canonical JSON and digest of what runs. */
  effectiveJson: string;
  digest: string;
};

/** What a start adds to the call's row. */
type Stored = { effective_json: string; digest: string; started_fence: number; grant_json?: string };

export type Started = {
  clearance: Clearance;
  /** The call as it was started: what runs is exactly what the digest was checked against. */
  call: ToolCallRow;
};

/**
 * Clears a call and marks it running, in one transaction that commits before the tool is called: a crash after it
 * means unknown, never a second start (I2, I8: started once). `not-as-approved` when the stored bytes do not match their
 * digest (I1, I7, A8: what was shown is what runs); `moved-on` when the call or its approval changed meanwhile, so that the
 * caller looks again.
 */
export async function startCall(
  gate: Gate,
  run: RunContext,
  start: CallStart,
): Promise<Started | "not-as-approved" | "moved-on"> {
  const { call, grant, effectiveJson, digest } = start;
  if (digestOfCall(call, effectiveJson) !== digest) {
    gate.log.error("call.not-as-approved", { callId: call.id, digest });
    return "not-as-approved";
  }
  run.signal.throwIfAborted();
  await run.mayStart?.();
  const stored: Stored = {
    effective_json: effectiveJson,
    digest,
    started_fence: run.fence,
    ...(grant && "row" in grant ? { grant_json: JSON.stringify(grantUse(grant.row)) } : {}),
  };
  try {
    await commitStart(gate, run, start, stored);
  } catch (error) {
    if (!(error instanceof StaleWrite) || error instanceof RunLost) throw error;
    if (error instanceof Behind) await gate.shared?.catchUp();
    return "moved-on";
  }
  return { clearance: new Clearance(key, call.id, digest), call: { ...call, ...stored, state: "running" } };
}

function commitStart(gate: Gate, run: RunContext, start: CallStart, stored: Stored): Promise<void> {
  const { call, approval, grant, by, judged, unasked = false, digest } = start;
  // The verdict itself starts the call. Else it can still refuse one that a person approved.
  const isDecisive = by === "policy" || by === "grant";
  const scope = { personId: run.personId, chatId: run.chatId, runId: run.runId, callId: call.id };
  return inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, run, { status: "running", further: by !== "repeat" && by !== "task" });
    const verdict = (await judged?.again?.(trx)) ?? judged?.verdict ?? null;
    if (approval) await holdAccepted(trx, approval.id);
    if (grant && "startedOn" in grant && !(await holdGrant(trx, grant.startedOn))) {
      throw new StaleWrite(`The grant ${grant.startedOn} was revoked.`);
    }
    const decisive = isDecisive ? verdict : null;
    if (decisive) await recordVerdict(gate, trx, call, decisive);
    if (grant && "row" in grant) await countGrantUse(gate, trx, call, grant);
    // Last: above it may have waited for other calls, and something may have been tightened meanwhile.
    await refuseOutdated(gate, run, trx, { call, judged });
    // Another call may have been counted since this one was judged.
    if (verdict && (isDecisive || unasked ? verdict.verdict !== "allow" : verdict.verdict === "deny"))
      throw new StaleWrite(`Tool call ${call.id} may not start any more.`);
    if (by === "repeat" || by === "task") {
      await restartToolCall(trx, call, run.fence);
      const kind = by === "task" ? "call-asked-for" : "call-repeated";
      const event = { kind, digest, tool: call.wire_name, fence: run.fence } as const;
      return record(gate.database, trx, scope, event);
    }
    await moveToolCall(
      gate.database,
      trx,
      { id: call.id, from: call.state, through: "cleared", to: "running" },
      { ...stored, ...(decisive ? { verdict_json: JSON.stringify(decisive) } : {}) },
    );
    await record(
      gate.database,
      trx,
      scope,
      { kind: "call-cleared", digest, by },
      { kind: "call-started", digest, tool: call.wire_name, fence: run.fence },
    );
  });
}

type Reading = {
  /** The call beside which it is read. */
  waiting: ToolCallRow;
  /** Not stored: nothing goes on with it. */
  call: ToolCallRow;
  judged: Judgement;
};

/**
 * Clears a reading beside a call that waits, by the verdict alone and on the record. null where what is in force has changed
 * since it was judged. It touches neither the call nor its questions.
 */
export async function clearReading(
  gate: Gate,
  to: OfferedTo,
  { waiting, call, judged }: Reading,
): Promise<Clearance | null> {
  if (judged.verdict.verdict !== "allow" || judged.again !== null) return null;
  const { person_id: personId, chat_id: chatId, run_id: runId, id: callId } = waiting;
  try {
    await inTransaction(gate.database, async (trx) => {
      await refuseOutdated(gate, to, trx, { call, judged });
      const event = { kind: "preview-read", tool: call.wire_name, digest: call.digest } as const;
      await record(gate.database, trx, { personId, chatId, runId, callId }, event);
    });
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error;
    if (error instanceof Behind) await gate.shared?.catchUp();
    return null;
  }
  return new Clearance(key, call.id, call.digest);
}

/** Throws where anything was tightened since the call was judged, in any process: the call is judged again. */
async function refuseOutdated(
  gate: Gate,
  run: OfferedTo,
  trx: Trx,
  { call, judged }: { call: ToolCallRow; judged: Judgement | undefined },
): Promise<void> {
  const standing = await preconditionsOf({ db: trx, now: gate.database.now }, call);
  refuseBehind(gate, standing);
  const refused = withoutPolicy(standing, { server: { id: call.server_id }, name: call.tool_name });
  // Offered, and watched, exactly as it was when the call was judged.
  const offered = offeredTool(gate, call, run);
  const watched = "tool" in offered ? oversightOf(offered.tool) : null;
  const isOutdated = judged !== undefined && (judged.policy !== gate.policy || watched !== oversightOf(judged.tool));
  if (isOutdated || refused !== null) {
    throw new StaleWrite(`Tool call ${call.id} was judged by what is no longer in force.`);
  }
}
