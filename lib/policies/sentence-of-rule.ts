import type { Rule } from "./rule.ts";
import type { CallToJudge } from "#lib/verdict/verdict.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { type RuleSay, ruleWords } from "./words.en.ts";

/** The reason of a rule: the owner's sentence, with `{toolName}` filled in, or one made of what it matches. */
export function reasonOf(rule: Rule, { tool }: Pick<CallToJudge, "tool">): string {
  return rule.reason === null ? sentenceOfRule(rule) : rule.reason.replaceAll("{toolName}", () => tool.name);
}

/** What a rule says of which calls, in one sentence. */
export function sentenceOfRule(rule: Rule, speech: Speech = english): string {
  return sentenceOfParts(withNames(rule), speech);
}

/** The same of a rule whose names are written as they stand in a sentence. */
export function sentenceOfParts(rule: Rule, speech: Speech): string {
  const { server, tools, verdict, hides } = rule;
  const say = sayIn(speech, ruleWords);
  const conditions = conditionsOf(rule, say);
  const all = tools === null ? say("allCalls") : say("callsOf", { tools: either(tools, say) });
  const calls = server === null ? all : say("callsOnServer", { calls: all, server });
  const outcome = say("outcome", { calls, verdict });
  const limited =
    conditions.length === 0 ? outcome : say("outcomeWhen", { outcome, conditions: joinedByAnd(conditions, say) });
  return `${hides ? say("outcomeHidden", { outcome: limited }) : limited}.`;
}

/** Names as they stand in a sentence. */
export function withNames(rule: Rule): Rule {
  const { server, tools, callers, users } = rule;
  const all = (names: readonly string[] | null) => names?.map(named) ?? null;
  return {
    ...rule,
    server: server === null ? null : named(server),
    tools: all(tools),
    callers: all(callers),
    users: all(users),
  };
}

/** A name that is more than a word stands in quotes, so that the sentence says where it ends. */
export function named(name: string): string {
  return /^[\w.:/*@-]+$/.test(name) ? name : quoted(name);
}

/** A text between quotes that nothing in it can end. */
export function quoted(text: string): string {
  return /["“”„«»\\\p{Cc}]/u.test(text) ? JSON.stringify(text) : `“${text}”`;
}

function conditionsOf({ annotations, risks, callers, users, roles, when }: Rule, say: RuleSay): string[] {
  return [
    ...Object.entries(annotations).map(([claim, wanted]) => say("claimIs", { claim, wanted: String(wanted) })),
    risks === null ? null : say("riskIs", { risks: either(risks.map(String), say) }),
    callers === null ? null : say("callerIs", { callers: either(callers, say) }),
    users === null ? null : say("userIs", { users: either(users, say) }),
    roles === null ? null : say("roleIs", { roles: either(roles, say) }),
    when === null ? null : when.words,
  ].filter((condition) => condition !== null);
}

/** The same for people who do not manage tools: neither its condition nor whom it names. */
export function sentenceForOthers(rule: Rule, speech: Speech = english): string {
  const { when, users } = rule;
  const words = sentenceOfRule({ ...rule, when: null, users: null }, speech);
  return when === null && users === null ? words : `${words} ${sayIn(speech, ruleWords)("hasCondition")}`;
}

export function joinedByAnd(conditions: readonly string[], say: RuleSay): string {
  return conditions.reduce((one, other) => say("both", { one, other }));
}

/** The parts of a choice, each after the other. */
export function joinedByOr(parts: readonly string[], say: RuleSay): string {
  return parts.reduce((first, last) => say("oneOf", { first, last }));
}

function either(names: readonly string[], say: RuleSay): string {
  const count = names.length - most;
  return listedAsOr(count > 0 ? [...names.slice(0, most), say("more", { count })] : names, say);
}

/** "a, b or c". */
export function listedAsOr(names: readonly string[], say: RuleSay): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : say("oneOf", { first: names.slice(0, -1).join(", "), last });
}

const most = 5;
