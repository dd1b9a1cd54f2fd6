import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

const key = "x-mcp-header";
/** RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/**
 * Whether a tool wants arguments in headers in a way that the protocol forbids (SEP-2243). The SDK leaves such a tool
 * out, too, and writes the server's words to the console as they are.
 */
export function hasOddHeader(schema: JsonValue, names: Set<string> = new Set(), isArgument = false): boolean {
  if (!isJsonObject(schema)) return isNamedIn(schema);
  const { properties = null, [key]: name, ...rest } = schema;
  if (name !== undefined) {
    const lower = typeof name === "string" && token.test(name) ? name.toLowerCase() : null;
    if (!isArgument || lower === null || names.has(lower) || !types.has(schema["type"])) return true;
    names.add(lower);
  }
  const within = typeof properties === "object" && properties !== null ? Object.values(properties) : [];
  return isNamedIn(rest) || within.some((each) => hasOddHeader(each, names, true));
}

function isNamedIn(value: JsonValue): boolean {
  return JSON.stringify(value).includes(`"${key}":`);
}
