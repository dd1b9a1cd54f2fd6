import type { FormField } from "#lib/elicitation/form.ts";

/** The limits of an answer, shown before a mistake: "1 to 12", "at most 80 characters". */
export function limitsOf(field: FormField): string | null {
  switch (field.kind) {
    case "string":
      return between(field.minLength, field.maxLength, "characters");
    case "number": {
      const limits = between(field.minimum, field.maximum, "");
      return field.integer ? ["whole number", ...(limits === null ? [] : [limits])].join(", ") : limits;
    }
    case "choices":
      return between(field.minItems, field.maxItems, "of these");
    default:
      return null;
  }
}

function between(least: number | null, most: number | null, unit: string): string | null {
  const end = unit === "" ? "" : ` ${unit}`;
  const from = least === 0 && unit !== "" ? null : least;
  if (from === null) return most === null ? null : `at most ${most}${end}`;
  if (most === null) return `at least ${from}${end}`;
  return from === most ? `exactly ${most}${end}` : `${from} to ${most}${end}`;
}
