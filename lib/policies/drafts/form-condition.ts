import { listedAsOr, quoted } from "#lib/policies/sentence-of-rule.ts";
import { type RuleSay, ruleWords } from "#lib/policies/words.en.ts";
import { sayIn } from "#lib/words/say.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import { celOfSubject, isPlainName, type Subject, type ValueKind, wordsOfSubject } from "./subject.ts";

/** A condition that a form can write. A value that is null is not there yet. */
export type FormCondition = { of: Subject; is: Operator; value: FormValue };
export type FormValue = string | number | boolean | readonly string[] | readonly number[] | null;

/** The kind of what something is compared with. */
export type Operand = "none" | "text" | "number" | "boolean" | "texts" | "numbers";

type Comparison = {
  /** The kinds of values that are compared so; null for every argument, whatever it is. */
  for: ValueKind | null;
  operand: Operand;
  /** `literal`: the operand as the language writes it. Null where this cannot be said of the subject. */
  cel: (subject: string, literal: string, of: Subject) => string | null;
};

type Write = (subject: string, literal: string) => string;
const infix =
  (sign: string): Write =>
  (subject, literal) =>
    `${subject} ${sign} ${literal}`;
const method =
  (name: string): Write =>
  (subject, literal) =>
    `${subject}.${name}(${literal})`;
const entries =
  (sign: string): Write =>
  (subject, literal) =>
    `type(${subject}) == list && size(${subject}) ${sign} ${literal}`;
const not =
  (cel: Write): Write =>
  (subject, literal) =>
    `!${cel(subject, literal)}`;
const notIn =
  (cel: Write): Write =>
  (subject, literal) =>
    `!(${cel(subject, literal)})`;
const among = infix("in");
const entry: Write = (subject, literal) => `${literal} in ${subject}`;
const inside: Write = (subject, literal) => `${subject}.startsWith(${literal}) && !${subject}.contains("..")`;

const ofTexts = (cel: Write, operand: Operand = "text"): Comparison => ({ for: "text", operand, cel });
const ofNumbers = (cel: Write, operand: Operand = "number"): Comparison => ({ for: "number", operand, cel });
const ofLists = (cel: Write, operand: Operand): Comparison => ({ for: "list", operand, cel });

/** Everything that a form can say of a value, in the order of its list. */
export const comparisons = {
  is: ofTexts(infix("==")),
  "is-not": ofTexts(infix("!=")),
  "one-of": ofTexts(among, "texts"),
  "none-of": ofTexts(notIn(among), "texts"),
  "starts-with": ofTexts(method("startsWith")),
  "not-starts-with": ofTexts(not(method("startsWith"))),
  inside: ofTexts(inside),
  "ends-with": ofTexts(method("endsWith")),
  "not-ends-with": ofTexts(not(method("endsWith"))),
  contains: ofTexts(method("contains")),
  "not-contains": ofTexts(not(method("contains"))),
  over: ofNumbers(infix(">")),
  "at-least": ofNumbers(infix(">=")),
  under: ofNumbers(infix("<")),
  "at-most": ofNumbers(infix("<=")),
  equals: ofNumbers(infix("==")),
  differs: ofNumbers(infix("!=")),
  "one-number-of": ofNumbers(among, "numbers"),
  truth: { for: "boolean", operand: "boolean", cel: infix("==") },
  has: ofLists(entry, "text"),
  "has-not": ofLists(notIn(entry), "text"),
  "longer-than": ofLists(entries(">"), "number"),
  "no-longer-than": ofLists(entries("<="), "number"),
  given: { for: null, operand: "none", cel: (_, __, of) => given(of, "") },
  missing: { for: null, operand: "none", cel: (_, __, of) => given(of, "!") },
} as const satisfies Record<string, Comparison>;
export type Operator = keyof typeof comparisons;
const all: Record<Operator, Comparison> = comparisons;

export function isOperator(name: string): name is Operator {
  return Object.hasOwn(comparisons, name);
}

/** Whether an argument is there: only names after dots can be asked about, or the name of an argument itself. */
function given(of: Subject, sign: "" | "!"): string | null {
  if (of.kind !== "argument") return null;
  if (of.path.every(isPlainName)) return `${sign}has(${celOfSubject(of)})`;
  const [only, ...more] = of.path;
  if (more.length > 0) return null;
  return sign === "" ? `${JSON.stringify(only)} in args` : `!(${JSON.stringify(only)} in args)`;
}

const bounds: readonly string[] = ["over", "at-least", "under", "at-most"];

/** The comparisons that make sense for a value of a kind; of an argument of no known kind, all. */
export function operatorsFor(of: Subject, kind: ValueKind): Operator[] {
  return Object.keys(comparisons)
    .filter(isOperator)
    .filter((is) => {
      const { for: wanted } = all[is];
      if (wanted === null) return given(of, "") !== null;
      // Counts are bounded, and seldom exactly something.
      if (of.kind === "calls" || of.kind === "spent") return bounds.includes(is);
      return kind === "unknown" || wanted === kind;
    });
}

/** The kind of value that a comparison is for; null for those about any argument. */
export function kindComparedBy(is: Operator): ValueKind | null {
  return all[is].for;
}

export function operandOf(is: Operator): Operand {
  return all[is].operand;
}

/** Whether the value is of the kind that the comparison wants, and can be written down. */
export function isComplete({ of, is, value }: FormCondition): boolean {
  if (of.kind === "argument" && (of.path.length === 0 || of.path.some((name) => name === ""))) return false;
  if (of.kind === "spent" && of.argument === "") return false;
  return fits(all[is].operand, value);
}

function fits(operand: Operand, value: FormValue): boolean {
  switch (operand) {
    case "none":
      return value === null;
    case "text":
      return isText(value);
    case "number":
      return isNumber(value);
    case "boolean":
      return typeof value === "boolean";
    case "texts":
      return Array.isArray(value) && value.length > 0 && value.every(isText);
    case "numbers":
      return Array.isArray(value) && value.length > 0 && value.every(isNumber);
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

/** A whole number must be one that every reader reads as the same. */
function isNumber(value: unknown): value is number {
  return (
    typeof value === "number" && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  );
}

/** A condition in the language; null for one that is not complete, or cannot be said. */
export function celOf(condition: FormCondition): string | null {
  if (!isComplete(condition)) return null;
  const { of, is, value } = condition;
  return all[is].cel(celOfSubject(of), JSON.stringify(value), of);
}

/** A condition in plain words. */
export function conditionInWords({ of, is, value }: FormCondition, speech: Speech = english): string {
  const say = sayIn(speech, ruleWords);
  const subject = wordsOfSubject(of, say);
  if (is === "inside") return say("isInside", { subject, value: valueInWords(value, say) });
  return all[is].operand === "none" ? `${subject} ${say(is)}` : `${subject} ${say(is)} ${valueInWords(value, say)}`;
}

function valueInWords(value: FormValue, say: RuleSay): string {
  if (value === null) return "…";
  if (typeof value === "object")
    return listedAsOr(
      value.map((one) => valueInWords(one, say)),
      say,
    );
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean") return say("truthValue", { value: String(value) });
  // Without a sign between thousands: "1,000" is a thousand in one language, and one in another.
  return String(value);
}
