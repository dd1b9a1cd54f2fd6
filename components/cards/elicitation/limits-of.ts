import type { FormField } from "#lib/elicitation/form.ts";
import type { CardSay } from "#components/cards/words.en.ts";

/** The limits of an answer, shown before a mistake: "1 to 12", "at most 80 characters". */
export function limitsOf(field: FormField, say: CardSay): string | null {
  switch (field.kind) {
    case "string":
      return between(field.minLength, field.maxLength, "characters", say);
    case "number":
      return limitsOfNumber(field, say);
    case "choices":
      return between(field.minItems, field.maxItems, "choices", say);
    default:
      return null;
  }
}

function limitsOfNumber(field: FormField & { kind: "number" }, say: CardSay): string | null {
  const { integer, minimum, maximum, above, below, multipleOf } = field;
  const limits = [
    integer && say("wholeNumber"),
    between(minimum, maximum, "none", say),
    above !== undefined && say("moreThan", { limit: above }),
    below !== undefined && say("lessThan", { limit: below }),
    multipleOf !== undefined && say("aMultipleOf", { limit: multipleOf }),
  ].filter((limit) => typeof limit === "string");
  return limits.length === 0 ? null : limits.join(", ");
}

type Unit = "characters" | "choices" | "none";

function between(least: number | null, most: number | null, unit: Unit, say: CardSay): string | null {
  const from = least === 0 && unit !== "none" ? null : least;
  if (from === null) return most === null ? null : say("atMost", { most, unit });
  if (most === null) return say("atLeast", { least: from, unit });
  return from === most ? say("exactly", { most, unit }) : say("fromTo", { least: from, most, unit });
}
