import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { wasStartedWithin } from "#lib/store/calls/tool-calls.ts";
import { taskOf } from "#lib/gate/contract/stored-resumption.ts";
import { orphaned } from "./claim.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { editRemark } from "./finish-call.ts";
import type { NextMove } from "./next-move.ts";
import { standingOfStarted, type StandingOfStarted } from "./standing-of.ts";
import { decisionOf } from "#lib/gate/contract/stored-approval.ts";

/** A call that crashes its process each time must not be repeated for ever. */
const repeatWithinMs = 10 * 60_000;

/**
 * Takes on a call that an older claim of the run left running. If its server works on it as a task, that is asked for and
 * the call is not sent again. If the owner declared its tool idempotent it starts again, with the same key. Both only
 * where it may still run as it did; everything else is unknown (I8).
 */
export async function repeatCall(gate: Gate, run: RunContext, call: ToolCallRow): Promise<NextMove> {
  const unknown = { move: "abandon", problem: orphaned } as const;
  const repeat = await repeatOf(gate, run, call);
  if (!repeat) return unknown;
  const { tool, judged, approval, grant } = repeat;
  const decision = approval ? decisionOf(approval) : null;
  const digest = decision?.digest ?? approval?.digest ?? call.digest;
  const effectiveJson = call.effective_json;
  const unasked = approval === null;
  const remark = decision ? editRemark(decision, effectiveJson) : null;
  const task = taskOf(call);
  const resumption = task && { inputResponses: {}, requestState: null, task };
  return {
    move: "start",
    start: { call, approval, ...grant, by: task ? "task" : "repeat", judged, unasked, effectiveJson, digest },
    work: { tool, resumption, isRepeat: true, remark },
    unlike: unknown,
  };
}

/** By what a call may run once more; null where it may not. */
async function repeatOf(gate: Gate, run: RunContext, call: ToolCallRow): Promise<StandingOfStarted | null> {
  const standing = await standingOfStarted(gate, run, call);
  if ("fallen" in standing) return null;
  if (taskOf(call) !== null) return standing;
  // Answers of an earlier round are gone with the round.
  if (!standing.tool.idempotent || call.resumption_json !== null) return null;
  return (await wasStartedWithin(gate.database, call.id, repeatWithinMs)) ? standing : null;
}
