import { judgeAnnotated } from "./annotated.ts";
import type { Counted, Counter, Counts } from "#lib/verdict/counter.ts";
import { denyAll } from "./deny-all.ts";
import { none, type Otherwise, type PolicyKind } from "./policy-kind.ts";
import { factsOf, type Facts } from "#lib/policies/conditions/facts.ts";
import { newEffort, type Effort } from "#lib/policies/conditions/may-take-long.ts";
import { nameFits } from "#lib/policies/conditions/name-fits.ts";
import { strictest, type Considered } from "#lib/verdict/opinion.ts";
import type { AnnotationName, Rule } from "./rule.ts";
import { reasonOf } from "./sentence-of-rule.ts";
import { TooMuchToAddUp } from "#lib/verdict/too-much-to-add-up.ts";
import { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { allow, ask, deny, type CallToJudge, type Verdict } from "#lib/verdict/verdict.ts";

/** Rules in any order, the strictest that fits wins; `otherwise` judges what no rule fits. */
export type RulesPolicy = {
  readonly kind: "rules";
  readonly rules: readonly Rule[];
  readonly otherwise: Otherwise;
};

export const rules: PolicyKind<RulesPolicy, [rules: readonly Rule[], otherwise?: Otherwise]> = {
  make: (list, otherwise = "annotated") => ({ kind: "rules", rules: list, otherwise }),
  consider: (policy, call, inner) =>
    policy.otherwise === "denyAll" ? denyAll.consider(denyAll.make(), call, inner) : considerRules(policy, call),
  rules: (policy) => policy.rules,
  refusesAll: ({ otherwise }) => otherwise === "denyAll",
  members: none,
  otherwise: ({ otherwise }) => otherwise,
};

const verdicts = { allow, ask, deny };

/**
 * Rules in any order: the strictest that fits. A condition that cannot be decided on these arguments asks. Those of rules
 * that refuse are decided first, and where there is no time for all of them the call is refused: no other rule, whatever
 * it is, turns a refusal into a question (THREATS H8).
 */
function considerRules(policy: RulesPolicy, call: CallToJudge): Considered {
  const fitting = policy.rules.filter((rule) => fits(rule, call));
  const facts = factsOf(call);
  const { caller: _, ...fromAnywhere } = call;
  const factsFor = (rule: Rule) => (allowsByKeyAlone(rule, call) ? factsOf(fromAnywhere) : facts);
  const byDefault = judgeAnnotated(call);
  return {
    counters: fitting.flatMap(countersOfRule),
    opinion: (counts) => {
      const effort = newEffort();
      const verdictsOf = (rules: readonly Rule[]) =>
        rules.flatMap((rule) => verdictOf(rule, call, { facts: factsFor(rule), counts, effort }) ?? []);
      const refusing = verdictsOf(fitting.filter(({ verdict }) => verdict === "deny"));
      const unsettled = effort.isShort ? [deny({ ...tooLong, reason: refusedAsTooLong })] : [];
      const others = verdictsOf(fitting.filter(({ verdict }) => verdict !== "deny"));
      const fit = [...refusing, ...others, ...(effort.isShort ? [ask({ ...tooLong, reason: askedAsTooLong })] : [])];
      return {
        denied: [...refusing, ...unsettled].find(({ verdict }) => verdict === "deny") ?? null,
        failed: refusing.find(({ verdict }) => verdict === "ask") ?? null,
        leanings: [{ ruled: strictest(fit), fitting: fit, otherwise: byDefault }],
      };
    },
  };
}

const tooLong = { ruleId: "policy:too-long", metadata: { problem: "the other conditions left no time" } };
const refusedAsTooLong =
  "These arguments are too long for all conditions on this call to be decided, so the call is refused.";
const askedAsTooLong =
  "These arguments are too long for all conditions on this call to be decided, so a person is asked.";

/** What the condition of a rule counts. */
export function countersOfRule({ when, server, tools }: Rule): Counter[] {
  return when === null ? [] : when.counted.map((counted) => ({ ...counted, server, tools }));
}

/** Null when its condition does not hold. */
function verdictOf(
  rule: Rule,
  call: CallToJudge,
  { facts, counts, effort }: { facts: Facts; counts: Counts; effort: Effort },
): Verdict | null {
  const { id, verdict, when, server, tools } = rule;
  const ruleId = `rule:${id}`;
  let isTooMuch = false;
  const count = (counted: Counted) => {
    try {
      return counts({ ...counted, server, tools });
    } catch (error) {
      isTooMuch ||= error instanceof TooMuchToAddUp;
      throw error;
    }
  };
  try {
    const holds = when?.holds(facts, count, effort) ?? true;
    if (!holds) return null;
  } catch (error) {
    if (!(error instanceof ToolApprovalError)) throw error;
    if (verdict === "deny" && isTooMuch)
      return deny({ ruleId, reason: `“${id}” would have to add up too much, so the call is refused.` });
    const reason = `“${id}” cannot be decided on these arguments, so a person is asked.`;
    return ask({ ruleId, reason, metadata: { problem: error.message } });
  }
  return verdicts[verdict]({ ruleId, reason: reasonOf(rule, call) });
}

/** Everything that a rule checks, apart from its condition. */
export type CallInSight = Pick<CallToJudge, "server" | "tool" | "person" | "caller">;

export function fits(rule: Rule, call: CallInSight): boolean {
  const { roles } = rule;
  return (
    fitsTool(rule, call) &&
    callerFits(rule, call) &&
    (roles === null || roles.includes(call.person.role)) &&
    userFits(rule, call)
  );
}

/** Whether a rule fits calls of a tool, whoever makes them. */
export function fitsTool(rule: Rule, call: Pick<CallToJudge, "server" | "tool">): boolean {
  const { server, tools, risks } = rule;
  return (
    (server === null || server === call.server.id) &&
    (tools === null || tools.some((pattern) => nameFits(pattern, call.tool.name))) &&
    (risks === null || risks.includes(call.tool.risk)) &&
    annotationsFit(rule, call)
  );
}

function callerFits(rule: Rule, call: CallInSight): boolean {
  const { callers } = rule;
  if (callers === null) return true;
  return !allowsByKeyAlone(rule, call) && callers.some((pattern) => nameFits(pattern, call.caller));
}

/**
 * Whoever makes a key names it, and may name it like another person's: by its key alone a rule allows only what comes by
 * a key of the owner. For others its condition is not told the caller (THREATS F4: names of clients prove nothing).
 */
function allowsByKeyAlone({ users, verdict }: Rule, { caller, person }: CallInSight): boolean {
  return verdict === "allow" && users === null && person.role !== "owner" && /^(?:gateway|asks):/.test(caller);
}

/** Addresses ignore case; ids do not. */
function userFits({ users }: Rule, { person }: CallInSight): boolean {
  if (users === null || users.includes(person.id)) return true;
  const email = person.email?.toLowerCase();
  return email !== undefined && users.some((user) => user.toLowerCase() === email);
}

/** A claim of a server that is not trusted can make things stricter, never looser (THREATS E4). */
function annotationsFit(
  { annotations, verdict }: Rule,
  { server, tool }: Pick<CallToJudge, "server" | "tool">,
): boolean {
  const claims = Object.entries(annotations);
  if (claims.length > 0 && verdict === "allow" && server.trusted !== true) return false;
  return claims.every(
    ([name, wanted]) => Object.hasOwn(tool.annotations, name) && tool.annotations[name as AnnotationName] === wanted,
  );
}
