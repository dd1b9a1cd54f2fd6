import { aboutOf } from "./about-rule.ts";
import { partsOf, refusesAll, rulesOf } from "./parts-of-policy.ts";
import { sentenceOfRule } from "./sentence-of-rule.ts";
import type { Rule } from "./rule.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";

/** A policy of a file that holds no other words than those that a person confirmed in `agreed`. */
export function inConfirmedWords(policy: ToolApprovalPolicy, agreed: ToolApprovalPolicy): ToolApprovalPolicy {
  const parts = partsOf(policy);
  if (parts === null || parts.rules.length === 0) return policy;
  const known = rulesOf(agreed);
  const rules = parts.rules.map((rule, at) => ({ ...rule, ...wordsFor(rule, known, at) }));
  return toolApprovalPolicy.rules(rules, parts.otherwise);
}

/**
 * What cards would say under `to` that differs from what a person confirmed in `agreed`, one sentence for each rule.
 */
export function rewordingsBetween(agreed: ToolApprovalPolicy, to: ToolApprovalPolicy): string[] {
  // A policy that refuses everything puts no rule's words on a card.
  if (refusesAll(to)) return [];
  const known = rulesOf(agreed);
  return rulesOf(to).flatMap((rule) => rewordingOf(rule, known) ?? []);
}

/** All that is said of a rule of the app whose words no owner chose. */
export function wordsOfAdmins(verdict: Rule["verdict"]): string {
  return `A rule that an admin added in the app ${does[verdict]} this call.`;
}

/** Whether a rule of the app has them: then its name is an admin's words too. */
export function isInWordsOfAdmins({ reason, verdict }: Rule): boolean {
  return reason === wordsOfAdmins(verdict);
}

function wordsFor(rule: Rule, known: readonly Rule[], at: number): Pick<Rule, "id" | "reason"> {
  const { same, alike, former } = formerOf(rule, known);
  if (same !== undefined) return { id: rule.id, reason: rule.reason };
  const numbered = isNumbered(rule) ? rule.id : `rule-${at + 1}`;
  if (alike !== undefined) return { id: isNumbered(alike) ? numbered : alike.id, reason: alike.reason };
  if (former !== undefined) {
    return { id: rule.id, reason: `${former.reason ?? sentenceOfRule(former)} (${file} has changed this rule since.)` };
  }
  const id = isNumbered(rule) ? rule.id : `new-rule-${at + 1}`;
  return { id, reason: `A rule that nobody has confirmed yet in ${file} ${does[rule.verdict]} this call.` };
}

function rewordingOf(rule: Rule, known: readonly Rule[]): string | null {
  const { same, alike, former } = formerOf(rule, known);
  if (same !== undefined) return null;
  const says = rule.reason ?? sentenceOfRule(rule);
  if (alike === undefined) {
    return former === undefined
      ? `The rule "${rule.id}" is new. Cards will say: “${says}”`
      : `The rule "${rule.id}" is about other calls. Cards will say: “${says}”`;
  }
  return [
    isSameId(alike, rule) ? null : `The rule "${alike.id}" will be called "${rule.id}".`,
    alike.reason === rule.reason ? null : `Cards will say for the rule "${rule.id}": “${says}”`,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** The rule as it was confirmed word for word; else one about the same calls; else one of the same name. */
function formerOf(rule: Rule, known: readonly Rule[]) {
  const about = aboutOf(rule);
  const alikes = known.filter((each) => aboutOf(each) === about);
  return {
    same: alikes.find((each) => isSameId(each, rule) && each.reason === rule.reason),
    alike: alikes.find((each) => isSameId(each, rule)) ?? alikes[0],
    former: isNumbered(rule) ? undefined : known.find(({ id }) => id === rule.id),
  };
}

/** Rules without a name are named by their place, which says nothing. */
function isSameId(one: Rule, other: Rule): boolean {
  return one.id === other.id || (isNumbered(one) && isNumbered(other));
}

function isNumbered({ id }: Rule): boolean {
  return /^rule-\d+$/.test(id);
}

const file = "policy.yaml";
const does = { allow: "allows", ask: "asks about", deny: "refuses" };
