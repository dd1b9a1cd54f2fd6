import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import { wasStartedWithin } from "#lib/store/calls/tool-calls.ts";
import { orphaned } from "./claim.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { editRemark } from "./finish-call.ts";
import type { NextMove } from "./next-move.ts";
import { standingOf, type Standing } from "./standing-of.ts";
import { decisionOf } from "#lib/gate/ask/view-of.ts";

/** A call that crashes its process each time must not be repeated for ever. */
const repeatWithinMs = 10 * 60_000;

/**
 * Takes on a call that an older claim of the run left running. If the owner declared its tool idempotent it starts
 * again, with the same key, provided it may still run as it did; everything else is unknown (I8).
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
  return {
    move: "start",
    start: { call, approval, ...grant, by: "repeat", judged, unasked, effectiveJson, digest },
    work: { tool, resumption: null, isRepeat: true, remark },
    unlike: unknown,
  };
}

/** By what a call may run once more. */
async function repeatOf(gate: Gate, run: RunContext, call: ToolCallRow): Promise<Standing | null> {
  const standing = await standingOf(gate, run, call);
  // Answers of an earlier round are gone with the round.
  if (standing?.tool.idempotent !== true || call.resumption_json !== null) return null;
  return (await wasStartedWithin(gate.database, call.id, repeatWithinMs)) ? standing : null;
}
