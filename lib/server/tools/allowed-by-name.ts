import { rulesOf } from "#lib/policies/parts-of-policy.ts";
import type { Rule } from "#lib/policies/rule.ts";
import { sentenceOfRule } from "#lib/policies/sentence-of-rule.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { readStoredPolicy, storedPolicy } from "#lib/server/policies/policy-in-force.ts";

/**
 * What existing rules allow for a server of this name, a sentence each: they were written for an earlier server, which
 * is gone. In shadow mode too, which ends one day. A rule may also name servers in its condition, which cannot be
 * decided without a call: every such rule counts.
 */
export async function allowedByName(database: Database, server: string): Promise<string[]> {
  const { file, added } = readStoredPolicy(await storedPolicy(database));
  const rules: Rule[] = [...rulesOf(file), ...added.map(({ rule }) => rule)];
  return rules
    .filter((rule) => rule.verdict === "allow" && (rule.server === null ? namesServers(rule) : rule.server === server))
    .map((rule) => `The rule "${rule.id}" counts for this server: ${sentenceOfRule(rule)}`);
}

/** Whether a condition looks at more of the server than whether it is trusted, which each server has to earn anew. */
function namesServers({ when }: Rule): boolean {
  return when !== null && /\bserver\b(?!\s*\.\s*trusted\b)/.test(when.words);
}
