import type { JsonObject } from "#lib/approvals/json.ts";
import type { FormField } from "./form.ts";
import { secretAskedFor } from "./secret-asked-for.ts";

/** What stands where a secret would. */
export const maskedAnswer = "[masked]";

/**
 * The content of a submitted form as it may be shown again: what was typed into a field that asks for a secret is masked.
 * Such a form is refused before anybody sees it; this is for those that an earlier net let through.
 */
export function answersSent(fields: readonly FormField[], content: JsonObject): JsonObject {
  const shown = fields
    .filter(({ name }) => Object.hasOwn(content, name))
    .map((field): [string, JsonObject[string]] => {
      const typed = field.kind === "string" || field.kind === "number";
      const secret = typed && [field.name, field.title, field.description ?? ""].some(secretAskedFor);
      return [field.name, secret ? maskedAnswer : (content[field.name] ?? null)];
    });
  return Object.fromEntries(shown);
}
