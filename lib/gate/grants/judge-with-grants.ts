import { scopeOfGrant } from "#lib/grants/grant.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import { stillGranted } from "#lib/grants/grantable.ts";
import { appServerOf } from "#lib/verdict/caller.ts";
import { allow, type Verdict } from "#lib/verdict/verdict.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { weighCall, type Judgement } from "#lib/gate/judge/judge-call.ts";
import { findGrant, type Covering } from "./find-grant.ts";
import { grantableOf, grantInWords } from "./grant-use-of.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

/**
 * What the policies say of a call, and the grant that lets it run where they would ask. A grant skips neither a
 * refusal, nor the flag `always`, nor a policy that failed (row 4).
 */
export async function judgeWithGrants(
  gate: Gate,
  call: ToolCallRow,
  tool: Tool,
  args: JsonObject,
): Promise<{ judged: Judgement; grant: Covering | null }> {
  const weighed = await weighCall(gate, call, tool, args);
  const asking = weighed.verdict();
  const { policy, again } = weighed;
  const without = { judged: { verdict: asking, again, policy, tool }, grant: null };
  // What was granted was granted to the model, whose words a person reads.
  if (asking.verdict !== "ask" || appServerOf(call.caller) !== null) return without;
  const grant = await findGrant(gate, call, tool, args);
  if (!grant) return without;
  const granted = allowedBy(grant, asking);
  const verdict = weighed.verdict({ grant: granted });
  if (verdict.ruleId !== granted.ruleId) return without;
  return { judged: { verdict, policy, tool, again: again && ((trx) => again(trx, granted)) }, grant };
}

/** What a grant says of a call that it covers, in the place of a verdict that asks. */
export function allowedBy({ row }: Covering, asking: Verdict): Verdict {
  const ruleId = `grant:${row.id}`;
  const reason = `Your grant covers it: ${grantInWords(row)}`;
  return allow({ ruleId, reason, metadata: { instead: asking.ruleId } });
}

/** What allows a call that was started on a grant before: its use is counted, although the grant may be used up now. */
export function startedOn(granted: GrantUse | null, tool: Tool): Verdict | undefined {
  if (granted === null) return undefined;
  const { grantId, terms, risk } = granted;
  const { reach, until } = terms;
  const scope = scopeOfGrant({ reach, ends: until === null ? null : { at: until } });
  if (!stillGranted(grantableOf(tool), { scope, risk: risk ?? null })) return undefined;
  return allow({ ruleId: `grant:${grantId}`, reason: "A grant let it start." });
}
