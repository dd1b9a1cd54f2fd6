import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { grantWords } from "./words.en.ts";

/** The simple conditions that a form can write; anything else is CEL as its author wrote it. */
export const simpleComparisons = ["starts with", "is", "contains", "is at most"] as const;
export type Comparison = (typeof simpleComparisons)[number];
export type SimpleCondition = { argument: string; is: Comparison; value: string | number };

/** A simple condition as CEL. A "starts with" must not be escaped from either: `notes/../keys` starts with `notes/`. */
export function celOfSimple({ argument, is, value }: SimpleCondition): string {
  const subject = /^[A-Za-z_][A-Za-z0-9_]*$/.test(argument) ? `args.${argument}` : `args[${JSON.stringify(argument)}]`;
  const text = JSON.stringify(value);
  switch (is) {
    case "starts with":
      return `${subject}.startsWith(${text}) && !${subject}.contains("..")`;
    case "is":
      return `${subject} == ${text}`;
    case "contains":
      return `${subject}.contains(${text})`;
    case "is at most":
      return `${subject} <= ${text}`;
  }
}

/** A condition in words: a sentence for a simple one, else the CEL itself between backquotes. */
export function simpleConditionInWords(source: string, speech: Speech = english): string {
  const say = sayIn(speech, grantWords);
  const simple = simpleOf(source);
  if (simple === null) return say("holds", { condition: source });
  const { argument, is, value } = simple;
  return say(comparisonWords[is], { argument, value: typeof value === "string" ? `“${value}”` : value });
}

/** Their names in catalogues: of a grant's sentence, and of the form that limits it. */
export const comparisonWords = {
  "starts with": "startsWith",
  is: "is",
  contains: "contains",
  "is at most": "isAtMost",
} as const satisfies { [Each in Comparison]: string };

/** Parses exactly what `celOfSimple` writes: the words must say exactly what is judged. */
function simpleOf(source: string): SimpleCondition | null {
  const match = /^args(?:\.([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*")\])(?:\.(startsWith|contains)\(| (==|<=) )/.exec(source);
  if (match === null) return null;
  const [opening, name, quoted, method, operator] = match;
  const literal = /^("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?)/.exec(source.slice(opening.length))?.[0];
  const value = literal === undefined ? null : read(literal);
  const argument = name ?? read(quoted ?? "");
  if (typeof argument !== "string" || value === null) return null;
  const is =
    method === "startsWith"
      ? "starts with"
      : method === "contains"
        ? "contains"
        : operator === "=="
          ? "is"
          : "is at most";
  const simple: SimpleCondition = { argument, is, value };
  return celOfSimple(simple) === source ? simple : null;
}

function read(literal: string): string | number | null {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" || typeof value === "number" ? value : null;
  } catch {
    return null;
  }
}
