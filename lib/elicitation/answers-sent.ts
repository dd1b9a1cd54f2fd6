import type { JsonObject } from "#lib/untrusted/json.ts";
import type { FormField } from "./form.ts";
import { isTyped } from "./normalise-form.ts";
import { secretAskedFor, secretAskedForIn } from "./secret-asked-for.ts";

/** What stands where a secret would. */
export const maskedAnswer = "[masked]";

/**
 * The content of a submitted form as it may be shown again: what was typed into a field that asks for a secret, or below a
 * message that does, is masked.
 * Such a form is refused before anybody sees it; this is for those that an earlier net let through.
 */
export function answersSent(message: string, fields: readonly FormField[], content: JsonObject): JsonObject {
  const asked = secretAskedForIn(message, { label: true });
  const shown = fields
    .filter(({ name }) => Object.hasOwn(content, name))
    .map((field): [string, JsonObject[string]] => {
      const secret =
        isTyped(field) && (asked || [field.name, field.title, field.description ?? ""].some(secretAskedFor));
      return [field.name, secret ? maskedAnswer : (content[field.name] ?? null)];
    });
  return Object.fromEntries(shown);
}
