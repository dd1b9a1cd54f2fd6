import type { Condition } from "./condition.ts";
import { judgeAnnotated } from "./annotated.ts";
import { judgeDenyAll } from "./deny-all.ts";
import { says, strictest, type Considered } from "./opinion.ts";
import { ToolApprovalError } from "./tool-approval-error.ts";
import { allow, ask, deny, type CallToJudge, type ToolAnnotations, type Verdict } from "./verdict.ts";

/** One rule of `policy.yaml`: every thing it names must fit the call. */
export type Rule = {
  id: string;
  verdict: Verdict["verdict"];
  /** Exact id; null for every server. */
  server: string | null;
  /** Names in which `*` stands for any characters; null for every tool. */
  tools: readonly string[] | null;
  /** Claims of the tool that must be exactly so. */
  annotations: Partial<Record<AnnotationName, boolean>>;
  when: Condition | null;
  /** A sentence for people; null for one made of the rule's id. */
  reason: string | null;
};

export type AnnotationName = Exclude<keyof ToolAnnotations, "title">;

/** Rules in any order, the strictest that fits wins; `otherwise` judges what no rule fits. */
export type RulesPolicy = {
  readonly kind: "rules";
  readonly rules: readonly Rule[];
  readonly otherwise: "annotated" | "denyAll";
};

const verdicts = { allow, ask, deny };

/** Rules in any order: the strictest that fits. A condition that cannot be decided on these arguments asks. */
export function considerRules({ rules, otherwise }: RulesPolicy, call: CallToJudge): Considered {
  if (otherwise === "denyAll") return says(judgeDenyAll());
  const fitting = rules.filter((rule) => namesFit(rule, call) && annotationsFit(rule, call));
  const byDefault = judgeAnnotated({ kind: "annotated" }, call);
  return {
    counters: [],
    opinion: () => {
      const given = fitting.map((rule) => ({ rule, verdict: verdictOf(rule, call) }));
      const undecidedDenials = given.filter(
        ({ rule, verdict }) => rule.verdict === "deny" && verdict?.verdict === "ask",
      );
      return {
        denied: given.find(({ verdict }) => verdict?.verdict === "deny")?.verdict ?? null,
        failed: undecidedDenials[0]?.verdict ?? null,
        leanings: [{ ruled: strictest(given.map(({ verdict }) => verdict)), otherwise: byDefault }],
      };
    },
  };
}

function verdictOf(rule: Rule, call: CallToJudge): Verdict | null {
  const grounds = {
    ruleId: `rule:${rule.id}`,
    reason: rule.reason ?? `The rule "${rule.id}" ${sentence[rule.verdict]}.`,
  };
  try {
    return rule.when === null || rule.when.holds(call) ? verdicts[rule.verdict](grounds) : null;
  } catch (error) {
    if (!(error instanceof ToolApprovalError)) throw error;
    const undecided = `The rule "${rule.id}" could not be decided on these arguments`;
    return ask({ ...grounds, reason: `${undecided}, so a person is asked.`, metadata: { problem: error.message } });
  }
}

const sentence = { allow: "allows this call", ask: "asks about this call", deny: "refuses this call" };

function namesFit({ server, tools }: Rule, call: CallToJudge): boolean {
  if (server !== null && server !== call.server.id) return false;
  return tools === null || tools.some((pattern) => nameFits(pattern, call.tool.name));
}

/** Without a regular expression: in time proportional to both, whatever they are. */
export function nameFits(pattern: string, name: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return name === first;
  let from = first.length;
  for (const part of others) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

/** A claim of a server that is not trusted can make things stricter, never looser (THREATS E4). */
function annotationsFit({ annotations, verdict }: Rule, { server, tool }: CallToJudge): boolean {
  const claims = Object.entries(annotations);
  if (claims.length > 0 && verdict === "allow" && server.trusted !== true) return false;
  return claims.every(
    ([name, wanted]) => Object.hasOwn(tool.annotations, name) && tool.annotations[name as AnnotationName] === wanted,
  );
}
