import { callerOf, type Caller } from "#lib/verdict/caller.ts";
import { hidingRules, isHidden } from "#lib/policies/hiding-rules.ts";
import { personToJudge } from "#lib/store/people/person-to-judge.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";

type Looking = { personId: string; agents: readonly string[]; caller?: Caller };

/**
 * The wire names of tools that a rule of the policy hides from the model in this person's chat (row 14: hidden tools). The
 * gate refuses calls of them by the same rule.
 */
export async function hiddenToolsFor(
  { policy, database }: Gate,
  { personId, agents, caller = callerOf(agents) }: Looking,
  tools: ReadonlyMap<string, Tool>,
): Promise<ReadonlySet<string>> {
  const hiding = hidingRules(policy);
  if (hiding.length === 0) return new Set();
  const person = await personToJudge(database, personId);
  const hidden = new Set<string>();
  for (const [name, tool] of tools) {
    const { server, name: toolName, flag, annotations, risk } = tool;
    const call = { server, tool: { name: toolName, flag, annotations, risk }, person, caller };
    if (isHidden(hiding, call)) hidden.add(name);
  }
  return hidden;
}
