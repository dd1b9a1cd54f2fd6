import type { JsonValue } from "#lib/untrusted/json.ts";
import type { FormField, FormOption } from "./form.ts";

type FieldOf<Kind> = Extract<FormField, { kind: Kind }>;

/** Why a value is not an answer to a field, as a sentence for the person; null when it is one (M2: forms). */
export function problemOfAnswer<Kind extends FormField["kind"]>(
  field: FieldOf<Kind> & { kind: Kind },
  answer: JsonValue,
): string | null {
  return problems[field.kind](field, answer);
}

const problems: { [Kind in FormField["kind"]]: (field: FieldOf<Kind>, answer: JsonValue) => string | null } = {
  string: ({ format, minLength, maxLength }, answer) => {
    if (typeof answer !== "string") return "Must be a text.";
    // JSON Schema counts characters, not UTF-16 units.
    const length = Array.from(answer).length;
    if (minLength !== null && length < minLength)
      return minLength === 1 ? "Must have at least 1 character." : `Must have at least ${minLength} characters.`;
    if (maxLength !== null && length > maxLength)
      return maxLength === 1 ? "Must have at most 1 character." : `Must have at most ${maxLength} characters.`;
    return format === null || formats[format].fits(answer) ? null : formats[format].problem;
  },
  number: ({ integer, minimum, maximum, above, below, multipleOf }, answer) => {
    if (typeof answer !== "number" || !Number.isFinite(answer)) return "Must be a number.";
    if (integer && !Number.isSafeInteger(answer)) return "Must be a whole number.";
    if (minimum !== null && answer < minimum) return `Must be at least ${minimum}.`;
    if (maximum !== null && answer > maximum) return `Must be at most ${maximum}.`;
    if (above !== undefined && answer <= above) return `Must be more than ${above}.`;
    if (below !== undefined && answer >= below) return `Must be less than ${below}.`;
    if (multipleOf !== undefined && !isMultiple(answer, multipleOf)) return `Must be a multiple of ${multipleOf}.`;
    return null;
  },
  boolean: (_field, answer) => (typeof answer === "boolean" ? null : "Must be yes or no."),
  choice: ({ options }, answer) => (isOption(options, answer) ? null : "Must be one of the options."),
  choices: ({ options, minItems, maxItems }, answer) => {
    if (!Array.isArray(answer) || !answer.every((item) => isOption(options, item)))
      return "Must be some of the options.";
    if (new Set(answer).size < answer.length) return "Must not name an option twice.";
    if (minItems !== null && answer.length < minItems)
      return minItems === 1 ? "Choose at least 1 option." : `Choose at least ${minItems} options.`;
    if (maxItems !== null && answer.length > maxItems)
      return maxItems === 1 ? "Choose at most 1 option." : `Choose at most ${maxItems} options.`;
    return null;
  },
};

/** As people count: 0.3 is a multiple of 0.1. */
function isMultiple(answer: number, step: number): boolean {
  const steps = answer / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

function isOption(options: FormOption[], value: JsonValue): boolean {
  return options.some((option) => option.value === value);
}

type Format = NonNullable<FieldOf<"string">["format"]>;

/** The e-mail pattern of the HTML standard, so that card and server agree with browsers. */
const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const dateTime =
  /^(\d{4}-\d\d-\d\d)[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const formats: { [Name in Format]: { fits: (text: string) => boolean; problem: string } } = {
  email: { fits: (text) => text.length <= 254 && email.test(text), problem: "Must be an e-mail address." },
  uri: {
    fits: (text) => /^[a-zA-Z][a-zA-Z0-9+.-]*:[\u0021-\u007e]+$/.test(text) && URL.canParse(text),
    problem: "Must be a complete address, such as https://example.com/page.",
  },
  date: { fits: isDate, problem: "Must be a date, such as 2026-11-30." },
  "date-time": {
    fits: (text) => isDate(dateTime.exec(text)?.[1] ?? ""),
    problem: "Must be a date and time with its offset, such as 2026-11-30T14:00:00+01:00.",
  },
};

/** Whether the day exists: 30 February does not. */
function isDate(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
