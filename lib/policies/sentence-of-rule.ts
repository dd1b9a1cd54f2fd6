import type { Rule } from "./rule.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";

const happens = { allow: "run without asking", ask: "ask", deny: "are refused" };

/** The reason of a rule: the owner's sentence, with `{toolName}` filled in, or one made of what it matches. */
export function reasonOf(rule: Rule, { tool }: Pick<CallToJudge, "tool">): string {
  return rule.reason === null ? sentenceOfRule(rule) : rule.reason.replaceAll("{toolName}", () => tool.name);
}

/** What a rule says of which calls, in one sentence. */
export function sentenceOfRule({
  server,
  tools,
  annotations,
  risks,
  callers,
  users,
  roles,
  when,
  verdict,
  hides,
}: Rule): string {
  const conditions = [
    ...Object.entries(annotations).map(([name, wanted]) => `${name} is ${wanted}`),
    risks === null ? null : `its risk is ${either(risks.map(String))}`,
    callers === null ? null : `the caller is ${either(callers)}`,
    users === null ? null : `the user is ${either(users)}`,
    roles === null ? null : `the role is ${either(roles)}`,
    when === null ? null : when.words,
  ].filter((condition) => condition !== null);
  const what = `${tools === null ? "All calls" : `Calls of ${either(tools)}`}${server === null ? "" : ` on ${server}`}`;
  return `${what} ${happens[verdict]}${conditions.length === 0 ? "" : ` when ${conditions.join(" and ")}`}${hides ? ", and the model is not shown what they would call" : ""}.`;
}

/** The same for people who do not manage tools: neither its condition nor whom it names. */
export function sentenceForOthers(rule: Rule): string {
  const { when, users } = rule;
  const words = sentenceOfRule({ ...rule, when: null, users: null });
  return when === null && users === null ? words : `${words} It has a condition, which those who manage tools see.`;
}

function either(names: readonly string[]): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} or ${last}`;
}

const most = 5;
