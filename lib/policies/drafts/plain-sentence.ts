import type { Rule } from "#lib/policies/rule.ts";
import { sentenceOfRule } from "#lib/policies/sentence-of-rule.ts";
import { conditionInWords } from "./form-condition.ts";
import { conditionsOf } from "./rule-form.ts";
import { quoted } from "./subject.ts";

/** Conditions are read once more for them, and lists of rules are looked at again and again. */
const sentences = new WeakMap<Rule, string>();

/** What a rule says of which calls, in plain words where there are any for its condition. */
export function plainSentence(rule: Rule): string {
  const sentence = sentences.get(rule) ?? inPlainWords(rule);
  sentences.set(rule, sentence);
  return sentence;
}

function inPlainWords(rule: Rule): string {
  const { when, server, tools, callers } = rule;
  const read = when === null ? null : conditionsOf(when.written);
  const words = read === null || "whyNot" in read ? when?.words : joined(read);
  return sentenceOfRule({
    ...rule,
    server: server === null ? null : named(server),
    tools: tools?.map(named) ?? null,
    callers: callers?.map(callerInWords) ?? null,
    when: when === null ? null : { ...when, words: words ?? when.words },
  });
}

function joined({ join, conditions }: Exclude<ReturnType<typeof conditionsOf>, { whyNot: string }>): string {
  const words = conditions.map(conditionInWords);
  if (join === "all" || words.length < 2) return words.join(" and ");
  return `either ${words.join(" or ")}`;
}

/** A name that is more than a word stands in quotes. */
function named(name: string): string {
  return /^[\w.:/*@-]+$/.test(name) ? name : quoted(name);
}

const kinds: [string, one: string, any: string][] = [
  ["agent:", "the agent", "any agent"],
  ["gateway:", "the client", "any client"],
  ["asks:", "the agent elsewhere", "any agent elsewhere"],
  ["app:", "the app of", "any app"],
];

export function callerInWords(caller: string): string {
  if (caller === "chat") return "the chat";
  if (caller === "*") return "anybody";
  const [kind] = kinds.filter(([prefix]) => caller.startsWith(prefix));
  if (kind === undefined) return named(caller);
  const [prefix, one, any] = kind;
  const name = caller.slice(prefix.length);
  return name === "*" ? any : `${one} ${named(name)}`;
}
