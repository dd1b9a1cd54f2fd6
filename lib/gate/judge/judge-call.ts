import type { JsonObject } from "#lib/untrusted/json.ts";
import { weigh } from "#lib/policies/judge.ts";
import { isSwitchedOff } from "#lib/verdict/switched-off.ts";
import { deny, type Verdict } from "#lib/verdict/verdict.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import { holdCounters, readCounters } from "#lib/store/calls/counters.ts";
import { StaleWrite } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { preconditionsOf, type Preconditions } from "#lib/store/runs/call-preconditions.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { callToJudge } from "./call-to-judge.ts";

/** What the policies say of a call, and by what they said it. */
export type Judgement = {
  verdict: Verdict;
  /** The policy and tool it was judged by. If others are in force when the call starts, it is judged again. */
  policy: ToolApprovalPolicy;
  tool: Tool;
  /** Judges again within the transaction that starts the call, where the verdict depends on counters; else null. */
  again: ((trx: Trx) => Promise<Verdict>) | null;
};

/** The same, where the verdict can be given again once a standing grant is known. */
type Weighing = Pick<Judgement, "policy" | "tool"> & {
  verdict: (given?: { grant: Verdict | null }) => Verdict;
  again: ((trx: Trx, grant?: Verdict) => Promise<Verdict>) | null;
};

/**
 * What the policies say of a call right now; `grant` is what allows it where they leave that to a grant. A policy that
 * fails asks, and is told to the log (S3.4).
 */
export async function judgementOn(
  gate: Gate,
  call: ToolCallRow,
  tool: Tool,
  args: JsonObject,
  grant?: Verdict,
): Promise<Judgement> {
  const { verdict, again, ...judgement } = await weighCall(gate, call, tool, args);
  return { ...judgement, verdict: verdict({ grant: grant ?? null }), again: again && ((trx) => again(trx, grant)) };
}

/** As `judgementOn`, for callers that look for a grant once they know that the call would ask. */
export async function weighCall(gate: Gate, call: ToolCallRow, tool: Tool, args: JsonObject): Promise<Weighing> {
  const { database, policy } = gate;
  // A denial of everything is the strictest verdict, so nothing else is looked at (S1.7, S1.12: denyAll, shadow mode).
  const without = withoutPolicy(await preconditionsOf(database, call), tool);
  if (without !== null) return { verdict: () => without, again: null, policy, tool };
  const judged = await callToJudge(gate, call, tool, args);
  const report = (error: Error) => gate.log.error("policy.failed", { callId: call.id, error });
  const { counters, verdict } = await weigh(policy, judged, report);
  if (counters.length === 0) return { verdict, again: null, policy, tool };
  const counts = await readCounters(database, database.db, counters, call);
  return {
    policy,
    tool,
    verdict: (given) => verdict({ ...given, counts }),
    again: async (trx, grant) => {
      await holdCounters(trx, call.person_id);
      return verdict({ grant: grant ?? null, counts: await readCounters(database, trx, counters, call) });
    },
  };
}

/** The verdict that needs no look at the call; null when the call is to be judged. */
export function withoutPolicy(standing: Preconditions, tool: { server: { id: string }; name: string }): Verdict | null {
  if (standing.shadowed) return shadowed;
  if (standing.disabled) return disabled;
  if (standing.revoked) return revoked;
  if (standing.taken) return taken;
  return isSwitchedOff(standing.off, tool) ? switchedOff : null;
}

const shadowed = deny({
  ruleId: "chat:shadow-mode",
  reason: "This chat is in shadow mode: its tool calls are shown, and nothing runs.",
});

const disabled = deny({
  ruleId: "person:disabled",
  reason: "The person whose chat this is may no longer use this instance, so nothing runs for them.",
});

const revoked = deny({
  ruleId: "key:revoked",
  reason: "The key by which this was asked has ended, so nothing runs for it.",
});

const taken = deny({
  ruleId: "key:tool-taken",
  reason: "The key by which this was asked has lost this tool, so it does not run.",
});

const switchedOff = deny({
  ruleId: "chat:switched-off",
  reason: "The person switched this tool off in this chat.",
});

/** Another process changed what is in force, and this one has not heard of it yet: it catches up, and looks again. */
export class Behind extends StaleWrite {}

/** Throws `Behind` where this process does not know yet what is in force by the transaction's own look at it. */
export function refuseBehind({ shared }: Gate, standing: Preconditions): void {
  const known = shared?.versions();
  if (known && !standing.isGone && (known.policy !== standing.policy || known.tools !== standing.tools)) {
    throw new Behind("What is in force was changed elsewhere.");
  }
}
