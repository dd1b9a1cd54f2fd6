import { sayIn } from "./say.ts";
import type { Messages, Speech } from "./speech.ts";

/** The catalogue whose keys are sentences that the app says in English, each with what is put in as `{name}`. */
export const saidInEnglish = "said-in-english";

/** A key with something put in, and what stands before, between and after that. */
type Pattern = { key: string; names: string[]; around: string[] };

/** No key has more sentences, and no text that is looked up more characters. */
const mostSentences = 4;
const longest = 2_000;

const patternsOf = new WeakMap<Messages, readonly Pattern[]>();

/** Says a part of a sentence in the reader's language. */
export type PartIn = (speech: Speech, part: string) => string;

/**
 * A text of the server in the reader's language, where the catalogue has each of its sentences; else it stays as it is.
 * What was put in is found where it stands, and put in again as data, or as `partIn` says it.
 */
export function reword(speech: Speech, text: string, partIn: PartIn = rewordPart): string {
  const texts = speech.texts[saidInEnglish];
  if (texts === undefined || text.length > longest) return text;
  const pieces = text.split(/(?<=[.!?]) (?=\p{Lu})/u);
  const said: string[] = [];
  // The latest sentence that ends with what was put in, which may be sentences itself.
  let open: { from: number; at: number } | null = null;
  // What a key says may be a sentence or several.
  for (let from = 0; from < pieces.length;) {
    let to = from;
    let found: Found | null = null;
    while (found === null && to < pieces.length && to < from + mostSentences) {
      to += 1;
      found = sentenceIn(speech, texts, pieces.slice(from, to).join(" "), partIn);
    }
    if (found === null) {
      // Where no sentence is open, all of it may be one.
      const start: { from: number; at: number } = open ?? { from: 0, at: 0 };
      const rest: Found | null = sentenceIn(speech, texts, pieces.slice(start.from).join(" "), partIn);
      return rest === null ? text : [...said.slice(0, start.at), rest.said].join(" ");
    }
    if (found.isOpen) open = { from, at: said.length };
    said.push(found.said);
    from = to;
  }
  return said.join(" ");
}

/** Before the keys of what is said in the middle of sentences, so that no name is taken for one. */
const partMark = "…";
/** Begins the names of what is put in and is such a part itself. */
const partName = "said";

/** A part of a sentence in the reader's language, where the catalogue has it; else it stays as it is. */
export function rewordPart(speech: Speech, part: string, partIn: PartIn = rewordPart): string {
  const texts = speech.texts[saidInEnglish];
  const found = texts === undefined ? null : sentenceIn(speech, texts, `${partMark}${part}`, partIn);
  return found === null ? part : found.said;
}

type Found = { said: string; isOpen: boolean };

function sentenceIn(speech: Speech, texts: Messages, text: string, partIn: PartIn): Found | null {
  const say = sayIn(speech, { name: saidInEnglish, english: {} as Record<string, `${string}{${string}}`> });
  // A text may read like a key that something is put into.
  if (Object.hasOwn(texts, text) && patternIn(text).length === 0)
    return { said: say(text, {} as never), isOpen: false };
  let patterns = patternsOf.get(texts);
  if (patterns === undefined) {
    patterns = Object.keys(texts).flatMap(patternIn);
    patternsOf.set(texts, patterns);
  }
  for (const { key, names, around } of patterns) {
    const found = foundIn(text, around);
    if (found === null) continue;
    const put = (name: string, at: number) => (name.startsWith(partName) ? partIn(speech, found[at] ?? "") : found[at]);
    const said = say(key, Object.fromEntries(names.map((name, at) => [name, put(name, at)])) as never);
    return { said, isOpen: around.at(-1) === "" };
  }
  return null;
}

function patternIn(key: string): Pattern[] {
  const parts = key.split(/\{(\w+)\}/);
  if (parts.length === 1) return [];
  return [{ key, names: parts.filter((_, at) => at % 2 === 1), around: parts.filter((_, at) => at % 2 === 0) }];
}

/**
 * What was put in between these parts, each as far to the right as it goes: what comes first is most often somebody's
 * words. A regular expression would take longer than its text is long.
 */
function foundIn(text: string, around: readonly string[]): string[] | null {
  const [first = "", last = ""] = [around[0], around.at(-1)];
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const found: string[] = [];
  let end = text.length - last.length;
  for (const part of around.slice(1, -1).reverse()) {
    const at = text.lastIndexOf(part, end - part.length - 1);
    if (at < first.length) return null;
    found.unshift(text.slice(at + part.length, end));
    end = at;
  }
  return end > first.length ? [text.slice(first.length, end), ...found] : null;
}
