import type { Rule } from "#lib/policies/rule.ts";
import { joinedByAnd, joinedByOr, named, sentenceOfParts, withNames } from "#lib/policies/sentence-of-rule.ts";
import { type RuleSay, ruleWords } from "#lib/policies/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { conditionInWords } from "./form-condition.ts";
import { conditionsOf } from "./rule-form.ts";

/** Conditions are read once more for them, and lists of rules are looked at again and again. */
const sentences = new WeakMap<Speech, WeakMap<Rule, string>>();

/** What a rule says of which calls, in plain words where there are any for its condition. */
export function plainSentence(rule: Rule, speech: Speech = english): string {
  const known = sentences.get(speech) ?? new WeakMap<Rule, string>();
  sentences.set(speech, known);
  const sentence = known.get(rule) ?? inPlainWords(rule, speech);
  known.set(rule, sentence);
  return sentence;
}

function inPlainWords(rule: Rule, speech: Speech): string {
  const { when, callers } = rule;
  const say = sayIn(speech, ruleWords);
  const read = when === null ? null : conditionsOf(when.written);
  const words = read === null || "whyNot" in read ? when?.words : joined(read, speech);
  const plain = {
    ...withNames(rule),
    callers: callers?.map((caller) => callerInWords(caller, say)) ?? null,
    when: when === null ? null : { ...when, words: words ?? when.words },
  };
  return sentenceOfParts(plain, speech);
}

function joined(
  { join, conditions }: Exclude<ReturnType<typeof conditionsOf>, { whyNot: string }>,
  speech: Speech,
): string {
  const say = sayIn(speech, ruleWords);
  const words = conditions.map((condition) => conditionInWords(condition, speech));
  if (words.length === 0) return "";
  if (join === "all" || words.length < 2) return joinedByAnd(words, say);
  return say("anyOf", { conditions: joinedByOr(words, say) });
}

const kinds = [
  ["agent:", "theAgent", "anyAgent"],
  ["gateway:", "theClient", "anyClient"],
  ["asks:", "theAgentElsewhere", "anyAgentElsewhere"],
  ["app:", "theAppOf", "anyApp"],
] as const;

export function callerInWords(caller: string, say: RuleSay): string {
  if (caller === "chat") return say("theChat");
  if (caller === "*") return say("anybody");
  const [kind] = kinds.filter(([prefix]) => caller.startsWith(prefix));
  if (kind === undefined) return named(caller);
  const [prefix, one, any] = kind;
  const name = caller.slice(prefix.length);
  return name === "*" ? say(any) : say(one, { name: named(name) });
}
