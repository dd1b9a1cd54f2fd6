import { setImmediate as immediate } from "node:timers/promises";
import { type RecordedCall, recordedCall } from "#lib/policies/changes/recorded-call.ts";
import { Rehearsing, RehearsingRule, type Rehearsal, type RuleRehearsal } from "#lib/policies/changes/rehearsal.ts";
import type { Rule } from "#lib/policies/rule.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { personToJudge } from "#lib/store/people/person-to-judge.ts";
import { recordedCalls } from "#lib/store/calls/calls-to-replay.ts";

type Filter = { withinMs: number | null; against?: { server: string; tool: string }; personId?: string | undefined };

const turnMs = 20;

/** The recorded calls one by one, oldest first. Yields to other work in between. */
export async function* pastCalls(database: Database, filter: Filter): AsyncGenerator<RecordedCall> {
  let since = performance.now();
  const people = new Map<string, CallToJudge["person"]>();
  for await (const page of recordedCalls(database, filter)) {
    for (const row of page) {
      const person = people.get(row.person_id) ?? (await personToJudge(database, row.person_id));
      people.set(row.person_id, person);
      yield recordedCall(row, person);
      // The embedded store answers synchronously, so nothing else would get a turn.
      if (performance.now() - since < turnMs) continue;
      await immediate();
      since = performance.now();
    }
  }
}

/** What a policy would have done with past calls. Holds at most one page of them in memory. */
export async function rehearse(database: Database, policy: ToolApprovalPolicy, filter: Filter): Promise<Rehearsal> {
  const rehearsing = new Rehearsing(policy);
  for await (const call of pastCalls(database, filter)) await rehearsing.add(call);
  return rehearsing.result;
}

/** What a rule would have done with them beside the policy in force, `today`. */
export async function rehearseRule(
  database: Database,
  rule: Rule,
  policies: { today: ToolApprovalPolicy; withRule: (rule: Rule) => ToolApprovalPolicy },
  filter: Filter,
): Promise<RuleRehearsal> {
  const rehearsing = new RehearsingRule(rule, policies.today, policies.withRule);
  for await (const call of pastCalls(database, filter)) await rehearsing.add(call);
  return rehearsing.result;
}
