import { type PartIn, reword, rewordPart } from "#lib/words/reword.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { isOfRule, type Unasked } from "#lib/verdict/unasked.ts";
import { joinedByAnd, listedAsOr } from "./sentence-of-rule.ts";
import { type RuleSay, ruleWords } from "./words.en.ts";

/** The reason of a verdict in the reader's language. */
export function reasonIn(speech: Speech, why: Unasked): string {
  return isOfRule(why) ? ruleWordsIn(speech, why.reason) : reword(speech, why.reason);
}

/**
 * What a rule says in the reader's language, where the app made it in English; what its owner wrote stays as it is. The
 * parts are found in the sentence, and put in again as data.
 */
export const ruleWordsIn: PartIn = (speech, words) => {
  if (speech.texts[ruleWords.name] === undefined) return words;
  return sentenceIn(words, sayIn(speech, ruleWords)) ?? rewordPart(speech, words, ruleWordsIn);
};

function sentenceIn(words: string, say: RuleSay): string | null {
  grammar ??= englishGrammar();
  const { tools, server, verdict, conditions, hides } = grammar.sentence.exec(words)?.groups ?? {};
  if (verdict === undefined) return null;
  const named = tools === undefined ? say("allCalls") : say("callsOf", { tools: listIn(tools, say) });
  const calls = server === undefined ? named : say("callsOnServer", { calls: named, server });
  const outcome = say("outcome", { calls, verdict: grammar.verdicts.get(verdict) ?? "" });
  const all =
    conditions === undefined ? outcome : say("outcomeWhen", { outcome, conditions: conditionsIn(conditions, say) });
  return `${hides === undefined ? all : say("outcomeHidden", { outcome: all })}.`;
}

function conditionsIn(words: string, say: RuleSay): string {
  const { conditions, and } = (grammar ??= englishGrammar());
  for (const { starts, inWords } of conditions) {
    const found = starts.exec(words);
    if (found === null) continue;
    const said = inWords(found[1] ?? "", say);
    const rest = words.slice(found[0].length + and.length);
    return rest === "" ? said : joinedByAnd([said, conditionsIn(rest, say)], say);
  }
  // The expression of the rule's owner, which comes last.
  return words;
}

function listIn(words: string, say: RuleSay): string {
  const { item, more } = (grammar ??= englishGrammar());
  const names = [...words.matchAll(item)].map(([, name = ""]) => {
    const count = more.exec(name)?.[1];
    return count === undefined ? name : say("more", { count });
  });
  return listedAsOr(names, say);
}

type Grammar = ReturnType<typeof englishGrammar>;
let grammar: Grammar | null = null;

/** A name as `named` writes it: nothing in it looks like the words around it. */
const name = String.raw`(?:[\w.:/*@-]+|“[^“”„«»"\\\p{Cc}]*”|"(?:[^"\\]|\\.)*")`;

/** The English sentences with patterns put in. */
function englishGrammar() {
  const say = sayIn(english, ruleWords);
  const [or, and] = [say("oneOf", { first: "", last: "" }), say("both", { one: "", other: "" })];
  const more = say("more", { count: String.raw`(?:\d+)` });
  const list = `(${name}(?:, ${name})*(?:${or}(?:${more}|${name}))?)`;
  const starting = (words: string) => new RegExp(`^${words}(?=${and}|$)`, "u");
  const verdicts = new Map(
    ["allow", "ask", "deny"].map((verdict) => [say("outcome", { calls: "", verdict }), verdict]),
  );
  const tools = say("callsOf", { tools: `(?<tools>${list})` });
  const server = say("callsOnServer", { calls: "", server: `(?<server>${name})` });
  const when = say("outcomeWhen", { outcome: "", conditions: "(?<conditions>.+?)" });
  const hidden = say("outcomeHidden", { outcome: "" });
  const listed = (put: (list: string, say: RuleSay) => string) => ({
    starts: starting(put(list, say)),
    inWords: (found: string, say: RuleSay) => put(listIn(found, say), say),
  });
  return {
    and,
    verdicts,
    sentence: new RegExp(
      `^(?:${say("allCalls")}|${tools})(?:${server})?(?<verdict>${[...verdicts.keys()].join("|")})(?:${when})?(?<hides>${hidden})?\\.$`,
      "su",
    ),
    item: new RegExp(`(${name}|${more})(?:, |${or}|$)`, "guy"),
    more: new RegExp(`^${say("more", { count: String.raw`(\d+)` })}$`),
    conditions: [
      ...["true", "false"].map((wanted) => ({
        starts: starting(say("claimIs", { claim: String.raw`(\w+)`, wanted })),
        inWords: (claim: string, say: RuleSay) => say("claimIs", { claim, wanted }),
      })),
      listed((risks, say) => say("riskIs", { risks })),
      listed((callers, say) => say("callerIs", { callers })),
      listed((users, say) => say("userIs", { users })),
      listed((roles, say) => say("roleIs", { roles })),
    ],
  };
}
