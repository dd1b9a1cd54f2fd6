import type { FormField } from "#lib/elicitation/form.ts";

/** The limits of an answer, shown before a mistake: "1 to 12", "at most 80 characters". */
export function limitsOf(field: FormField): string | null {
  switch (field.kind) {
    case "string":
      return between(field.minLength, field.maxLength, "characters");
    case "number":
      return limitsOfNumber(field);
    case "choices":
      return between(field.minItems, field.maxItems, "of these");
    default:
      return null;
  }
}

function limitsOfNumber(field: FormField & { kind: "number" }): string | null {
  const { integer, minimum, maximum, above, below, multipleOf } = field;
  const limits = [
    integer && "whole number",
    between(minimum, maximum, ""),
    above !== undefined && `more than ${above}`,
    below !== undefined && `less than ${below}`,
    multipleOf !== undefined && `a multiple of ${multipleOf}`,
  ].filter((limit) => typeof limit === "string");
  return limits.length === 0 ? null : limits.join(", ");
}

function between(least: number | null, most: number | null, unit: string): string | null {
  const end = unit === "" ? "" : ` ${unit}`;
  const from = least === 0 && unit !== "" ? null : least;
  if (from === null) return most === null ? null : `at most ${most}${end}`;
  if (most === null) return `at least ${from}${end}`;
  return from === most ? `exactly ${most}${end}` : `${from} to ${most}${end}`;
}
