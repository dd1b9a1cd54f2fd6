import { isSpecType, type JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { hasOddHeader } from "./has-odd-header.ts";

/** What of a server's list cannot be understood, in a sentence for the owner; `name`: of an entry that says one. */
export type LeftOut = { list: "tools" | "prompts" | "resources"; name: string | null; sentence: string };

type Spoken = { era: "modern" | "legacy" | undefined; kind: "stdio" | "http"; mask: () => Mask };

/**
 * Mends the answer to a list request before the SDK reads it, which would refuse the whole list for one odd entry. An
 * oddity that changes nothing goes; an entry that cannot be understood is left out, and returned.
 */
export function mendList(message: JSONRPCMessage, spoken: Spoken): LeftOut[] {
  if (!("result" in message)) return [];
  // Whatever a server sends is JSON.
  const result = message.result as JsonObject;
  const kind = kinds.find((each) => Object.hasOwn(result, each));
  if (kind === undefined) return [];
  // So do servers write an empty list whose language knows a list that is nothing.
  const listed = result[kind] ?? [];
  if (!Array.isArray(listed)) return [];
  const list = kind === "resourceTemplates" ? "resources" : kind;
  const leftOut: LeftOut[] = [];
  result[kind] = listed.slice(0, mostEntries).flatMap((entry) => {
    const mended = kind === "tools" ? mendTool(entry, spoken) : mendEntry(entry);
    if (typeof mended !== "string" && fits(isSpecs[kind], mended)) return [mended];
    const problem = typeof mended === "string" ? mended : "It is described in a form that MCP does not know.";
    const name = nameOf(entry);
    leftOut.push({
      list,
      name,
      sentence: `${notOffered(list, name === null ? null : spoken.mask().head(name, maxNameLength))} ${problem}`,
    });
    return [];
  });
  if (spoken.era === "modern") Object.assign(result, mendedTerms(result));
  const { nextCursor = null } = result;
  if (typeof nextCursor === "string") return leftOut;
  delete result["nextCursor"];
  if (nextCursor !== null)
    leftOut.push({ list, name: null, sentence: `Its list of ${list} goes on in a way that MCP does not know.` });
  return leftOut;
}

/** No list is used beyond it; each entry is work, asked for or not. */
const mostEntries = 2_000;
const maxNameLength = 128;
const kinds = ["tools", "prompts", "resources", "resourceTemplates"] as const;
const isSpecs = {
  tools: isSpecType.Tool,
  prompts: isSpecType.Prompt,
  resources: isSpecType.Resource,
  resourceTemplates: isSpecType.ResourceTemplate,
};

/** What is nested too deep makes the check throw. */
function fits(is: (value: unknown) => boolean, value: unknown): boolean {
  try {
    return is(value);
  } catch {
    return false;
  }
}

/** Whole sentences, which a page finds by their words. */
function notOffered(list: LeftOut["list"], name: string | null): string {
  const called = JSON.stringify((name ?? "").slice(0, maxNameLength));
  switch (list) {
    case "tools":
      return name === null ? "A tool is not offered." : `The tool ${called} is not offered.`;
    case "prompts":
      return name === null ? "A prompt is not offered." : `The prompt ${called} is not offered.`;
    case "resources":
      return name === null ? "A resource is not offered." : `The resource ${called} is not offered.`;
  }
}

function nameOf(entry: JsonValue): string | null {
  const name = isJsonObject(entry) ? (entry["name"] ?? null) : null;
  return typeof name === "string" ? name : null;
}

/** How long a list holds, and for whom: where that cannot be read, for no time and for us alone. */
function mendedTerms({ resultType, ttlMs, cacheScope }: JsonObject): JsonObject {
  return {
    resultType: resultType ?? "complete",
    ttlMs: typeof ttlMs === "number" && Number.isSafeInteger(ttlMs) && ttlMs >= 0 ? ttlMs : 0,
    cacheScope: cacheScope === "public" ? "public" : "private",
  };
}

/** A prompt, or a resource: `null` says nothing. */
function mendEntry(entry: JsonValue): JsonObject | string {
  if (!isJsonObject(entry)) return "It is no object.";
  const mended = withoutNulls(entry);
  const { arguments: args } = mended;
  if (Array.isArray(args)) mended["arguments"] = args.map((each) => (isJsonObject(each) ? withoutNulls(each) : each));
  return mended;
}

function mendTool(tool: JsonValue, { era, kind }: Spoken): JsonObject | string {
  const isModern = era === "modern";
  if (!isJsonObject(tool)) return "It is no object.";
  if (typeof tool["name"] !== "string") return "It has no name.";
  const inputSchema = mendArguments(tool["inputSchema"]);
  if (typeof inputSchema === "string") return inputSchema;
  // Over HTTP arguments may go in headers, too.
  if (isModern && kind === "http" && !fits((schema) => !hasOddHeader(schema as JsonValue), inputSchema))
    return "It wants an argument in a header in a way that MCP does not allow.";
  const { outputSchema, annotations, icons, execution, ...rest } = withoutNulls(tool);
  return {
    ...only(rest, { title: isText, description: isText, _meta: isJsonObject }),
    inputSchema,
    ...(isOutput(outputSchema, isModern) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations: mendHints(annotations) }),
    ...(Array.isArray(icons) && { icons: icons.filter((icon) => fits(isSpecType.Icon, icon)) }),
    ...(isJsonObject(execution) && { execution: only(execution, { taskSupport: isTaskSupport }) }),
  };
}

/** A hint that cannot be read counts against the tool. */
function mendHints(annotations: JsonObject): JsonObject {
  const said = withoutNulls(annotations);
  const mended = only(said, { title: isText, readOnlyHint: isFlag, idempotentHint: isFlag });
  for (const against of ["destructiveHint", "openWorldHint"])
    if (Object.hasOwn(said, against)) mended[against] = said[against] !== false;
  return mended;
}

/** The schema of the arguments, which are an object whatever else it says; or why it is not one. */
function mendArguments(schema: JsonValue | undefined): JsonObject | string {
  if (schema === undefined || schema === null || schema === true) return { type: "object" };
  if (!isJsonObject(schema)) return "It describes its arguments in a form that MCP does not know.";
  const { type = null, properties = null, required = null, ...rest } = schema;
  const ofObject = type === null || type === "object" || (Array.isArray(type) && type.includes("object"));
  if (!ofObject) return "It wants arguments that are no object.";
  // PHP writes an empty object as an empty list.
  const isEmpty = properties === null || (Array.isArray(properties) && properties.length === 0);
  if (!isEmpty && !isJsonObject(properties)) return "It describes its arguments in a form that MCP does not know.";
  return {
    ...only(rest, { $schema: isText }),
    type: "object",
    ...(!isEmpty && { properties }),
    // The server says by itself what it misses.
    ...(Array.isArray(required) && { required: required.filter(isText) }),
  };
}

/** A schema that promises nothing which a client could check is as good as none. The older protocol knows objects alone. */
function isOutput(schema: JsonValue | undefined, isModern: boolean): schema is JsonObject {
  if (!isJsonObject(schema)) return false;
  const { $schema = "", type, properties = {}, required = [] } = schema;
  if (isModern) return isText($schema);
  return type === "object" && isJsonObject(properties) && Array.isArray(required) && required.every(isText);
}

function withoutNulls(entry: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
}

/** Leaves out what is of the wrong kind. */
function only(entry: JsonObject, kindsOf: Record<string, (value: JsonValue) => boolean>): JsonObject {
  const fitsKind = ([key, value]: [string, JsonValue]) => !Object.hasOwn(kindsOf, key) || kindsOf[key]?.(value);
  return Object.fromEntries(Object.entries(entry).filter(fitsKind));
}

const isText = (value: JsonValue) => typeof value === "string";
const isFlag = (value: JsonValue) => typeof value === "boolean";
const isTaskSupport = (value: JsonValue) => value === "required" || value === "optional" || value === "forbidden";
