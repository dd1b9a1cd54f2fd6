import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { withBrokenWords } from "#lib/untrusted/visible-text.ts";
import { shownText } from "#lib/mcp/definitions/strip-hidden.ts";
import { Turns } from "#lib/mcp/definitions/turns.ts";
import { wireName, wireUri } from "#lib/mcp/definitions/wire-name.ts";

const longestTitle = 200;
const longestDescription = 8_000;
/** Of a prompt's name, which is asked for as it was listed. */
const longestName = 200;
const longestAddress = 4_000;
/** Of an entry with all that stands in it, in characters of JSON. */
const longestEntry = 64 * 1024;
/** Of one message of a prompt. */
const longestText = 128 * 1024;
const mostArguments = 100;
const mostSuggestions = 100;

/** `own` is the name of a prompt, or the address of a resource, as its server says it. */
export type ShownEntry = { own: string; entry: JsonObject };

/** An entry as clients see it: under a name of ours, its texts without hidden characters; null for one that is too long. */
export function shownEntry(serverId: string, listed: JsonObject): ShownEntry | null {
  const { uri, uriTemplate, name, arguments: args } = listed;
  const address = uri ?? uriTemplate;
  const own = address ?? name;
  if (typeof own !== "string" || own.length > (address === undefined ? longestName : longestAddress)) return null;
  const entry: JsonObject = {
    ...cleaned(listed),
    ...(typeof name === "string" && {
      name: address === undefined ? wireName(serverId, name) : shownText(name, longestTitle),
    }),
    ...(typeof uri === "string" && { uri: wireUri(serverId, uri) }),
    ...(typeof uriTemplate === "string" && { uriTemplate: wireUri(serverId, uriTemplate) }),
    ...(Array.isArray(args) && {
      arguments: args.slice(0, mostArguments).map((each) => (isJsonObject(each) ? cleaned(each) : each)),
    }),
  };
  return JSON.stringify(entry).length > longestEntry ? null : { own, entry };
}

function cleaned(entry: JsonObject): JsonObject {
  const { title, description } = entry;
  return {
    ...entry,
    ...(typeof title === "string" && { title: shownText(title, longestTitle) }),
    ...(typeof description === "string" && { description: shownText(description, longestDescription) }),
  };
}

/** A prompt as a model reads it: without hidden characters (THREATS C2, E5: hidden characters). */
export async function readablePrompt({ description, messages }: JsonObject): Promise<JsonObject> {
  const turns = new Turns();
  const said: JsonObject[] = [];
  for (const message of Array.isArray(messages) ? messages.filter(isJsonObject) : []) {
    await turns.next();
    said.push({ ...message, content: shownContent(message["content"]) });
  }
  return {
    ...(typeof description === "string" && { description: shownText(description, longestDescription) }),
    messages: said,
  };
}

function shownContent(content: JsonValue | undefined): JsonValue {
  if (!isJsonObject(content)) return content ?? null;
  const { resource } = content;
  return { ...withText(content), ...(isJsonObject(resource) && { resource: withText(resource) }) };
}

function withText(block: JsonObject): JsonObject {
  const { text } = block;
  return { ...block, ...(typeof text === "string" && { text: withBrokenWords(shownText(text, longestText)) }) };
}

/** Values to choose from, as a person reads them. */
export function shownSuggestions({ completion }: JsonObject): JsonObject {
  if (!isJsonObject(completion)) return { completion: { values: [] } };
  const { values } = completion;
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
  const shown = texts.slice(0, mostSuggestions).map((value) => shownText(value, longestTitle));
  return { completion: { ...completion, values: shown } };
}
