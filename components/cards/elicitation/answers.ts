import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { numberTyped } from "#components/cards/arguments/number-typed.ts";
import type { FormField } from "#lib/elicitation/form.ts";
import { validateContent } from "#lib/elicitation/validate-content.ts";
import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { CardSay } from "#components/cards/words.en.ts";
import { toLocalInput, withOffset } from "#components/ui/to-local-input.ts";

/**
 * One answer as it stands in its input: text as typed; a boolean, or null while nobody touched it; the chosen option's
 * index or null; the chosen options' indexes, or null while nobody touched them.
 */
export type RawAnswer = string | boolean | number | number[] | null;

/** Answers in the order of the fields; names come from servers and are never keys here. */
export type Answers = readonly RawAnswer[];

export function initialAnswer(field: FormField): RawAnswer {
  switch (field.kind) {
    case "string":
      return field.initial === null ? "" : field.format === "date-time" ? toLocalInput(field.initial) : field.initial;
    case "number":
      return field.initial === null ? "" : String(field.initial);
    case "boolean":
      return field.initial;
    case "choice": {
      const at = field.options.findIndex(({ value }) => value === field.initial);
      return at < 0 ? null : at;
    }
    case "choices": {
      const { initial, options } = field;
      return initial === null
        ? null
        : options.flatMap(({ value }, at) => (initial.some((one) => one === value) ? [at] : []));
    }
  }
}

/** The content to send, without what nobody answered; or what is wrong with which answer. */
export function readAnswers(
  fields: FormField[],
  answers: Answers,
  say: CardSay,
): { content: JsonObject } | { problems: FieldProblem[] } {
  const entries: [string, JsonValue][] = [];
  const problems: FieldProblem[] = [];
  fields.forEach((field, at) => {
    const read = readAnswer(field, answers[at] ?? null, say);
    if ("problem" in read) problems.push({ path: field.name, message: read.problem });
    else if (read.value !== undefined) entries.push([field.name, read.value]);
  });
  const checked = validateContent({ fields }, Object.fromEntries(entries));
  if ("content" in checked && problems.length === 0) return checked;
  // A text that cannot be read was left out above; calling it missing too would be wrong.
  const unread = new Set(problems.map(({ path }) => path));
  const misfits = "errors" in checked ? checked.errors.filter(({ field }) => !unread.has(field)) : [];
  return { problems: [...problems, ...misfits.map(({ field, message }) => ({ path: field, message }))] };
}

type Read = { value: JsonValue | undefined } | { problem: string };

const unanswered: Read = { value: undefined };

function readAnswer(field: FormField, raw: RawAnswer, say: CardSay): Read {
  switch (field.kind) {
    case "string":
      return readText(field, typeof raw === "string" ? raw : "", say);
    case "number":
      return readNumber(field, typeof raw === "string" ? raw.trim() : "", say);
    case "boolean":
      // An untouched optional box means no answer, not "no" (M2).
      return typeof raw === "boolean" ? { value: raw } : field.required ? { value: false } : unanswered;
    case "choice": {
      const option = typeof raw === "number" ? field.options[raw] : undefined;
      return option ? { value: option.value } : unanswered;
    }
    case "choices": {
      if (!Array.isArray(raw)) return field.required ? { value: [] } : unanswered;
      return { value: field.options.flatMap(({ value }, at) => (raw.includes(at) ? [value] : [])) };
    }
  }
}

function readText(field: FormField & { kind: "string" }, raw: string, say: CardSay): Read {
  // An empty text is an answer only where the server says `minLength: 0`.
  if (raw === "") return field.required && field.minLength === 0 ? { value: "" } : unanswered;
  if (field.format !== "date-time") return { value: raw };
  // An untouched default goes back exactly as the server wrote it.
  if (field.initial !== null && raw === toLocalInput(field.initial)) return { value: field.initial };
  const instant = withOffset(raw);
  return instant === null ? { problem: say("enterADateAndATime") } : { value: instant };
}

function readNumber(field: FormField & { kind: "number" }, raw: string, say: CardSay): Read {
  if (raw === "") return unanswered;
  const problem = field.integer ? say("enterAWholeNumberSuchAs") : say("enterANumber");
  return numberTyped(raw, field.initial, say) ?? { problem };
}
