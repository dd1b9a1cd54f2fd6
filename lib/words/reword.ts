import { sayIn } from "./say.ts";
import type { Speech } from "./speech.ts";
import type { Texts } from "./words.ts";

/** The catalogue whose keys are sentences that the app says in English, each with what is put in as `{name}`. */
export const saidInEnglish = "said-in-english";

type Pattern = { key: string; names: string[]; fits: RegExp };

/** No key has more sentences, and no text that is looked up more characters. */
const mostSentences = 4;
const longest = 2_000;

const patternsOf = new WeakMap<Texts, readonly Pattern[]>();

/**
 * A text of the server in the reader's language, where the catalogue has each of its sentences; else it stays as it is.
 * What was put in is found where it stands, and put in again as data.
 */
export function reword(speech: Speech, text: string): string {
  const texts = speech.texts[saidInEnglish];
  if (texts === undefined || text.length > longest) return text;
  const pieces = text.split(/(?<=[.!?]) (?=\p{Lu})/u);
  const said: string[] = [];
  // What a key says may be a sentence or several.
  for (let from = 0; from < pieces.length;) {
    let to = from;
    let found: string | null = null;
    while (found === null && to < pieces.length && to < from + mostSentences) {
      to += 1;
      found = sentenceIn(speech, texts, pieces.slice(from, to).join(" "));
    }
    if (found === null) return text;
    said.push(found);
    from = to;
  }
  return said.join(" ");
}

function sentenceIn(speech: Speech, texts: Texts, text: string): string | null {
  const say = sayIn(speech, { name: saidInEnglish, english: {} as Record<string, `${string}{${string}}`> });
  if (Object.hasOwn(texts, text)) return say(text, {} as never);
  let patterns = patternsOf.get(texts);
  if (patterns === undefined) {
    patterns = Object.keys(texts).flatMap(patternIn);
    patternsOf.set(texts, patterns);
  }
  for (const { key, names, fits } of patterns) {
    const found = fits.exec(text);
    if (found !== null) return say(key, Object.fromEntries(names.map((name, at) => [name, found[at + 1]])) as never);
  }
  return null;
}

function patternIn(key: string): Pattern[] {
  const [first = "", ...rest] = key.split(/\{(\w+)\}/);
  if (rest.length === 0) return [];
  const names = rest.filter((_, at) => at % 2 === 0);
  const literal = (part: string) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const written = rest.map((part, at) => (at % 2 === 0 ? "(.+)" : literal(part))).join("");
  return [{ key, names, fits: new RegExp(`^${literal(first)}${written}$`, "s") }];
}
