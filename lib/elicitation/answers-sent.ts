import type { JsonObject } from "#lib/untrusted/json.ts";
import type { FormField } from "./form.ts";
import { askingTextOf, isTypedField } from "./normalise-form.ts";
import { secretAskedForIn } from "./secret-asked-for.ts";

/** The text that replaces a secret. */
export const maskedAnswer = "[masked]";

/**
 * The content of a submitted form for display: the values of fields that ask for a secret, or below a message that
 * does, are masked. Such a form is refused before anybody sees it; the mask is for those that an earlier release let
 * through.
 */
export function answersSent(message: string, fields: readonly FormField[], content: JsonObject): JsonObject {
  const asked = secretAskedForIn(message, { label: true });
  const shown = fields
    .filter(({ name }) => Object.hasOwn(content, name))
    .map((field): [string, JsonObject[string]] => {
      const secret = isTypedField(field) && (asked || askingTextOf(field) !== null);
      return [field.name, secret ? maskedAnswer : (content[field.name] ?? null)];
    });
  return Object.fromEntries(shown);
}
