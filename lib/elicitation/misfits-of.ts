import type { FieldProblem } from "#lib/untrusted/field-problem.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { validateArguments } from "#lib/untrusted/validate-arguments.ts";

/**
 * What the schema of a form says against answers that its fields allow; `path` is a field's name, or "" for the content
 * as a whole. Where the schema cannot be evaluated, its server checks.
 */
export function misfitsOf(schema: JsonObject, content: JsonObject): FieldProblem[] {
  const checked = validateArguments(schema, content);
  if (!("errors" in checked)) return [];
  return checked.errors.map(({ path, message }) => {
    const [, name = ""] = path.split("/");
    const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
    return { path: name.replaceAll("~1", "/").replaceAll("~0", "~"), message: sentence };
  });
}
