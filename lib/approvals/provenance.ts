import type { JsonObject } from "#lib/untrusted/json.ts";
import { textsIn } from "#lib/untrusted/texts-in.ts";

/** Where text in one argument of a call was seen before (THREATS C14). Names are the servers' own and untrusted. */
export type FieldProvenance = {
  /** The argument, outermost key. */
  field: string;
  from: { tool: string; server: string }[];
};

/** A stored result as JSON text, perhaps cut, and whose it is. */
export type EarlierResult = { tool: string; server: string; json: string };

/** Shorter texts stand in many places by chance. */
const leastCharacters = 8;
/** Least length of one line among several. */
const leastOfLine = 16;
/** No more than this of a text is looked for, in characters and however it is escaped: the search stays linear. */
const mostLookedFor = 240;
/** Upper bound for all arguments together, so that no call makes the search long. */
const mostPieces = 32;
const mostOfField = 8;
/** Upper bound of the places named for one argument. */
const mostSources = 3;

/**
 * The arguments with text that occurs word for word in an earlier result of the chat, and in nothing that the person
 * wrote: the whole text, a line of it, or an address in it. Says where text was seen, not who put it there.
 */
export function provenanceOf(
  args: JsonObject,
  results: readonly EarlierResult[],
  ownWords: readonly string[],
): FieldProvenance[] {
  let left = mostPieces;
  return Object.entries(args).flatMap(([field, value]) => {
    const pieces = textsIn(value).flatMap(piecesOf).slice(0, Math.min(left, mostOfField));
    left -= pieces.length;
    const foreign = pieces.map(formsOf).filter((forms) => !ownWords.some((words) => containsAny(words, forms)));
    const from = results
      .filter(({ json }) => foreign.some((forms) => containsAny(json, forms)))
      .map(({ tool, server }) => ({ tool, server }));
    return from.length === 0 ? [] : [{ field, from: distinct(from).slice(0, mostSources) }];
  });
}

/** Whether there is anything to look for in these arguments. */
export function mayQuote(args: JsonObject): boolean {
  return Object.values(args).some((value) => textsIn(value).some((text) => text.trim().length >= leastCharacters));
}

function piecesOf(text: string): string[] {
  const whole = text.trim();
  if (whole.length < leastCharacters) return [];
  const lines = whole.split("\n").map((line) => line.trim());
  const addresses = whole.split(/[\s"'<>()|;,]+/).filter((word) => /:\/\/|@/.test(word));
  const parts = [
    whole,
    ...addresses.filter((word) => word.length >= leastCharacters),
    ...lines.filter((line) => line.length >= leastOfLine),
  ];
  return [...new Set(parts.map((part) => part.slice(0, mostLookedFor)))];
}

/** As it stands in JSON, and in a result that is itself a JSON text. */
function formsOf(piece: string): string[] {
  const once = escaped(piece);
  return [...new Set([once, escaped(once)].map((form) => form.slice(0, mostLookedFor)))];
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function containsAny(json: string, forms: readonly string[]): boolean {
  return forms.some((form) => json.includes(form));
}

function distinct(from: FieldProvenance["from"]): FieldProvenance["from"] {
  return [...new Map(from.map((source) => [JSON.stringify([source.server, source.tool]), source])).values()];
}
