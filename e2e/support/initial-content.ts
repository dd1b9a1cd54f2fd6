import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Form } from "#lib/elicitation/form.ts";

/**
 * The initial content of a form: the server's defaults. An optional boolean without one is absent, so that an untouched
 * box sends nothing (M2); a required one starts as no.
 */
export function initialContent(form: Form): JsonObject {
  const content: JsonObject = {};
  for (const { kind, name, required, initial } of form.fields) {
    if (initial !== null) content[name] = initial;
    else if (kind === "boolean" && required) content[name] = false;
  }
  return content;
}
