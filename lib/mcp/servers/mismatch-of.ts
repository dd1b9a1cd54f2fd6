import type { Mask } from "#lib/audit/mask.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import { validateValue } from "#lib/untrusted/validate-arguments.ts";

const mostNamed = 3;
/** A path is made of the server's own names. */
const mostOfPath = 200;

/** How a result fails the output schema that its tool is listed with, in a sentence; null where it does not. */
export function mismatchOf(
  outputSchema: JsonObject,
  { structuredContent, isError }: { structuredContent?: JsonValue; isError?: unknown },
  mask: Mask,
): string | null {
  // An error need not have any.
  if (isError === true && structuredContent === undefined) return null;
  if (structuredContent === undefined)
    return "The tool says that its results have structured content, and this one has none.";
  const found = validateValue(outputSchema, structuredContent, "member");
  if (!("errors" in found)) return null;
  const errors = found.errors.map(
    ({ path, message }) =>
      `${path === "" ? "it" : mask.text(path).slice(0, mostOfPath).toWellFormed()} ${mask.text(message)}`,
  );
  const more = errors.length > mostNamed ? `; and ${errors.length - mostNamed} more` : "";
  return `The structured content is not as the tool's own schema says: ${errors.slice(0, mostNamed).join("; ")}${more}.`;
}
