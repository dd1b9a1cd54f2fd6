import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { aboutOf } from "#lib/policies/about-rule.ts";
import { partsOf } from "#lib/policies/parts-of-policy.ts";
import type { Rule } from "#lib/policies/rule.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";

/**
 * What could run, or be asked about less, under `to` than under `from`: a sentence each; none when the change can only
 * tighten. What cannot be compared counts as loosening, so an empty answer is sure and a full one may be a false alarm.
 */
export function looseningsBetween(from: ToolApprovalPolicy, to: ToolApprovalPolicy): string[] {
  const before = partsOf(from);
  const after = partsOf(to);
  if (before === null || after === null) return ["One of the policies is of a kind that cannot be compared."];
  // This policy refuses whatever the rules say.
  if (after.otherwise === "denyAll") return [];
  const dropped = before.otherwise === "denyAll" ? ["Calls are no longer refused without exception."] : [];
  const gone = notKept(before.rules, after.rules).map(({ id, verdict }) => lost[verdict](id));
  const added = after.rules
    .filter(
      (rule) =>
        rule.verdict === "allow" && !before.rules.some((known) => known.verdict === "allow" && covers(known, rule)),
    )
    .map(({ id }) => `The rule "${id}" lets calls run that it did not before.`);
  return [...dropped, ...gone, ...added];
}

const lost: { [Verdict in Rule["verdict"]]: (id: string) => string } = {
  deny: (id) => `The rule "${id}" no longer refuses all that it did.`,
  ask: (id) => `The rule "${id}" no longer asks about all that it did.`,
  allow: (id) => `The rule "${id}" is gone or changed, which asked where its condition could not be decided.`,
};

const strictness = { allow: 0, ask: 1, deny: 2 };

/**
 * The rules that held back calls which are not held back as much any more. A condition stands for one of before only:
 * where there were two, the second left less time for others, which ask when there is none left.
 */
function notKept(before: readonly Rule[], after: readonly Rule[]): Rule[] {
  const used = new Set<Rule>();
  const strictestFirst = before.toSorted((one, other) => strictness[other.verdict] - strictness[one.verdict]);
  const gone = strictestFirst.filter((rule) => {
    // A condition that cannot be decided asks, whatever its rule allows.
    if (rule.verdict === "allow" && rule.when === null) return false;
    const keeping = after.find((other) => !used.has(other) && holdsBack(other, rule));
    if (keeping !== undefined && keeping.when !== null) used.add(keeping);
    return keeping === undefined;
  });
  return before.filter((rule) => gone.includes(rule));
}

/** Whether the one rule holds back every call that the other holds back, as much. */
function holdsBack(one: Rule, other: Rule): boolean {
  if (strictness[one.verdict] < strictness[other.verdict] || !covers(one, other)) return false;
  if (other.verdict !== "allow") return true;
  // Without the condition nothing is undecided any more, so an `allow` no longer asks.
  if (one.when === null) return one.verdict !== "allow";
  // Only an `allow` is not told every caller, and asks then.
  return one.verdict === "allow" || !/\bchat\b/.test(one.when.words);
}

/** Whether the one rule fits every call that the other fits, as far as can be told without trying. */
function covers(wide: Rule, narrow: Rule): boolean {
  const { server, tools, when } = wide;
  // A condition counts the calls of the servers and tools that its rule names.
  if (when !== null) return aboutOf(wide) === aboutOf(narrow);
  if (server !== null && server !== narrow.server) return false;
  if (tools !== null && !(narrow.tools?.every((pattern) => tools.includes(pattern)) ?? false)) return false;
  return restOf(wide) === restOf(narrow);
}

/** Everything else that a rule may demand; it must be the same in both. */
function restOf({
  id: _id,
  verdict: _verdict,
  reason: _reason,
  // A tool that models see again runs no more calls by that.
  hides: _h,
  server: _s,
  tools: _t,
  when: _w,
  ...rest
}: Rule): string {
  return canonicalJson(rest as JsonObject);
}
