import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { maskOf, type Mask } from "#lib/audit/mask.ts";
import { canonicalJson } from "#lib/untrusted/canonical-json.ts";
import { isAppName } from "#lib/apps/ui-of-tool.ts";
import type { Icon } from "#lib/gate/contract/tool.ts";
import { checkableSchema } from "#lib/untrusted/checkable-schema.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { ordersIn } from "#lib/untrusted/orders-in.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import { replaceHidden } from "#lib/untrusted/replace-hidden.ts";
import { textsIn } from "#lib/untrusted/texts-in.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";
import { fingerprint, type Definition } from "./fingerprint.ts";
import { listedIcons } from "./listed-icons.ts";
import type { LeftOut } from "./mend-list.ts";
import { stripHidden } from "./strip-hidden.ts";
import { Turns } from "./turns.ts";

/** A tool that a server offers, checked and cleaned: what people and models may see of it. */
export type ToolDefinition = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  /** null where it promises nothing, or nothing that a client could check. */
  outputSchema: JsonObject | null;
  icons: Icon[];
  annotations: ToolAnnotations;
  fingerprint: string;
  /** Canonical JSON of the definition as the server sent it: what a person reviews. */
  said: string;
  /** Words in it that give the model orders; null where there are none. Found here, between turns of others. */
  order: string | null;
  /** Whether its texts had hidden characters. */
  hidden: boolean;
  /** As the server listed it; the SDK derives request headers from it. */
  listed: ListedTool;
};

const maxTools = 500;
const maxNameLength = 128;
const maxTitleLength = 100;
const maxDescriptionLength = 8_000;
const maxDefinitionBytes = 128 * 1024;
/** Size limit of all tools of one server together, in characters: pages show them to everybody. */
const maxLength = 2 * 1024 * 1024;
const maxProblems = 20;

export type Definitions = { definitions: ReadonlyMap<string, ToolDefinition>; problems: string[] };

/**
 * The tools of one `tools/list`, by name. A tool that is not safe to offer is left out, and `problems` says why, in
 * sentences for the owner. A tool that runs only as a task is left out silently: this client cannot run tasks. `mask` hides
 * the secrets that the server was given (THREATS C12), some of which it chose itself: all else is made of what is left, and
 * nobody accepts words that they could not read. `leftOut`: entries of the list that could not even be read, which count as
 * tools of their names.
 */
export async function readDefinitions(
  listed: ListedTool[],
  identity: JsonObject,
  mask: Mask = maskOf([]),
  leftOut: readonly Pick<LeftOut, "name" | "sentence">[] = [],
): Promise<Definitions> {
  const definitions = new Map<string, ToolDefinition>();
  const problems = leftOut.map(({ sentence }) => sentence);
  const twice = duplicatesOf([...leftOut, ...listed].flatMap(({ name }) => name ?? []));
  for (const name of twice)
    problems.push(
      `Two tools are called ${shownName(name, mask)}; neither is offered, because a call could reach the wrong one.`,
    );
  const turns = new Turns();
  let length = 0;
  for (const [index, tool] of listed.slice(0, maxTools).entries()) {
    await turns.next();
    if (twice.has(tool.name) || tool.execution?.taskSupport === "required") continue;
    const read = readDefinition(tool, identity, mask);
    length += typeof read === "string" ? 0 : read.definition.said.length;
    if (length > maxLength) {
      problems.push(
        `Only the first ${index} of ${listed.length} tools are offered: all together say more than ${maxLength / 1024 / 1024} MB.`,
      );
      break;
    }
    if (typeof read === "string") problems.push(read);
    else definitions.set(tool.name, read.definition);
    if (typeof read !== "string" && read.hidden)
      problems.push(
        `The tool ${JSON.stringify(tool.name)} had hidden characters. They were removed from its texts, and are written out in its schema.`,
      );
  }
  if (listed.length > maxTools) problems.push(`Only the first ${maxTools} of ${listed.length} tools are offered.`);
  const more = problems.length - maxProblems;
  if (more > 0) problems.splice(maxProblems, more, `There are ${more} more problems like these.`);
  return { definitions, problems };
}

function shownName(name: string, mask: Mask): string {
  return JSON.stringify(mask.head(name, maxNameLength));
}

function duplicatesOf(names: string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

function readDefinition(
  tool: ListedTool,
  identity: JsonObject,
  mask: Mask,
): { definition: ToolDefinition; hidden: boolean } | string {
  const called = shownName(tool.name, mask);
  if (tool.name === "" || tool.name.length > maxNameLength)
    return `A tool is not offered: its name is empty or longer than ${maxNameLength} characters (${called}).`;
  if (mask.isIn(tool.name))
    return `The tool ${called} is not offered: its name holds a secret that the server was given.`;
  if (tool.name.includes("\0")) return `The tool ${called} is not offered: its name contains the character U+0000.`;
  // Apps are reviewed beside tools, each by its name.
  if (isAppName(tool.name)) return `The tool ${called} is not offered: its name is the address of an app.`;
  const icons = listedIcons(tool.icons, mask);
  const said = refuseUnsafeJson(
    {
      name: tool.name,
      title: tool.title ?? null,
      description: tool.description ?? null,
      inputSchema: tool.inputSchema,
      outputSchema: tool.outputSchema ?? null,
      annotations: tool.annotations ?? null,
      // Only where there are any, because most definitions were accepted without.
      ...(icons.length === 0 ? {} : { icons }),
    },
    maxDefinitionBytes,
  );
  if ("problem" in said) return `The tool ${called} is not offered: ${said.problem}.`;
  // The copy has the shape of the literal above.
  const shown = mask.json(said.value) as Definition;
  // Whoever reviews it would read other texts than models do.
  if (mask.isIn(textsIn(shown).map(withoutHidden)))
    return `The tool ${called} is not offered: hidden characters stand in a secret that the server was given.`;
  const titled = mask.text(tool.annotations?.title ?? tool.title ?? tool.name);
  const title = stripHidden(titled, maxTitleLength);
  const description = stripHidden(shown.description ?? "", maxDescriptionLength);
  const inputSchema = cleanSchema(shown.inputSchema);
  const hidden = title.found || description.found || inputSchema.found;
  return {
    hidden,
    definition: {
      name: tool.name,
      // On one line, as wherever it is shown.
      title: title.text.replaceAll(/\s+/g, " ").trim() || tool.name,
      description: description.text,
      inputSchema: inputSchema.schema,
      outputSchema: outputSchemaOf(shown),
      icons,
      annotations: annotationsOf(tool, mask),
      fingerprint: fingerprint(shown, identity),
      said: canonicalJson(shown),
      order: ordersIn(shown),
      hidden,
      listed: tool,
    },
  };
}

/**
 * What clients may check results by: only what is safe to evaluate, because a client that fails on one tool's schema
 * lists none of the others. In older drafts some words mean something else, and hidden characters belong to no name.
 */
function outputSchemaOf({ outputSchema }: Definition): JsonObject | null {
  if (!isJsonObject(outputSchema) || outputSchema["type"] !== "object") return null;
  const read = checkableSchema(outputSchema);
  if ("unchecked" in read || read.draft === "4" || cleanSchema(read.schema).found) return null;
  return JSON.stringify(read.schema).includes('"items":[') ? null : read.schema;
}

function withoutHidden(text: string): string {
  return stripHidden(text, Number.POSITIVE_INFINITY).text;
}

/**
 * A JSON Schema without hidden characters: its descriptive texts lose them; names, values and patterns, where that would
 * mean something else, have them written out (THREATS E5: hidden characters for models).
 */
function cleanSchema(schema: JsonObject): { schema: JsonObject; found: boolean } {
  let found = false;
  const shown = (text: string) => {
    const visible = written(text);
    found ||= visible !== text;
    return visible;
  };
  const cleaned = (value: JsonValue, isText: boolean): JsonValue => {
    if (typeof value === "string") {
      if (!isText) return shown(value);
      const stripped = stripHidden(value, maxDescriptionLength);
      found ||= stripped.found;
      return stripped.text;
    }
    if (Array.isArray(value)) return value.map((item) => cleaned(item, false));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]): [string, JsonValue] => [shown(key), cleaned(member, texts.has(key))]),
    );
  };
  // `cleaned` keeps an object an object.
  return { schema: cleaned(schema, false) as JsonObject, found };
}
const texts = new Set(["title", "description", "$comment"]);

/** Hidden characters as escapes. Those below U+0020 stay: JSON never writes them in any other way. */
function written(text: string): string {
  return replaceHidden(text, (run) =>
    run < " " ? run : Array.from(run, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join(""),
  );
}

function annotationsOf(tool: ListedTool, mask: Mask): ToolAnnotations {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint, title } = tool.annotations ?? {};
  return {
    ...(title !== undefined && { title: stripHidden(mask.text(title), maxTitleLength).text }),
    ...(readOnlyHint !== undefined && { readOnlyHint }),
    ...(destructiveHint !== undefined && { destructiveHint }),
    ...(idempotentHint !== undefined && { idempotentHint }),
    ...(openWorldHint !== undefined && { openWorldHint }),
  };
}
