import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import { mostAttached } from "#lib/chat/attached-resource.ts";
import type { FilledPrompt, ListedPrompt, ListedResource, SourceList } from "#lib/chat/source-list.ts";
import { SourceProblem, type Sources } from "#lib/gate/contract/sources.ts";
import { uriOf, wireUri } from "#lib/mcp/definitions/wire-name.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countMore, mostCalls } from "#lib/store/people/person-counts.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { cutText, textOfContents } from "./source-text.ts";

/** A server that people may read from in chats. */
export type ReadableServer = { id: string; title: string };

type Deps = { database: Database; sources: Sources; readable: () => ReadableServer[]; log: Log };
type Asked<Wanted> = Wanted & { personId: string; server: string; signal: AbortSignal };
type WantedPrompt = { name: string; arguments: Record<string, string> };
type WantedValues = { name: string; argument: { name: string; value: string }; given: Record<string, string> };

/**
 * What a person reads of tool servers, and puts into messages: resources and prompts. Nothing here runs a tool, and no
 * model reads by it. All but `list` reject with `SourceProblem`.
 */
export type PersonSources = {
  list: (asked: { signal: AbortSignal }) => Promise<SourceList>;
  read: (asked: Asked<{ uri: string }>) => Promise<AttachedResource>;
  prompt: (asked: Asked<WantedPrompt>) => Promise<FilledPrompt>;
  /** Values that the server suggests for an argument of a prompt. */
  complete: (asked: Asked<WantedValues>) => Promise<string[]>;
};

const mostListed = { resources: 500, prompts: 200 };
const tooMany = `You read ${mostCalls} times from tool servers within an hour, calls of your clients included. Try again later.`;

export function personSources({ database, sources, readable, log }: Deps): PersonSources {
  const reading = async <Result>(
    { personId, server, signal }: Asked<object>,
    what: string,
    read: (server: ReadableServer, from: { servers: Set<string>; signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> => {
    const found = readable().find(({ id }) => id === server);
    if (found === undefined) throw new SourceProblem("There is no such server, or it is not connected.", "unknown");
    const counted = { personId, what: "calls", more: 1, most: mostCalls } as const;
    if ((await countMore(database, database.db, counted)) !== null) throw new SourceProblem(tooMany);
    const result = await read(found, { servers: new Set([server]), signal });
    log.info("source.read", { server, what });
    return result;
  };
  return {
    list: async ({ signal }) => {
      const lists = await Promise.all(readable().map((server) => listOf(sources, server, signal)));
      const resources = lists.flatMap((list) => list.resources);
      const prompts = lists.flatMap((list) => list.prompts);
      return {
        resources: resources.slice(0, mostListed.resources),
        prompts: prompts.slice(0, mostListed.prompts),
        isCut: resources.length > mostListed.resources || prompts.length > mostListed.prompts,
      };
    },
    read: (asked) =>
      reading(asked, "resource", async ({ id, title }, from) => {
        const { contents } = await sources.read(wireUri(id, asked.uri), from);
        const listed = await sources.list("resources", from);
        const entry = listed.find(({ uri }) => uri === wireUri(id, asked.uri));
        const { uri } = asked;
        return {
          serverId: id,
          server: title,
          uri,
          name: nameOf(entry ?? {}) ?? uri.slice(0, 200),
          ...textOfContents(contents),
        };
      }),
    prompt: (asked) =>
      reading(asked, "prompt", async (server, from) => {
        const { name, arguments: values } = asked;
        return filled(await sources.prompt({ name, arguments: values }, from), server);
      }),
    complete: (asked) =>
      reading(asked, "completion", async (_, from) => {
        const { name, argument, given } = asked;
        const ref = { type: "ref/prompt", name } as const;
        const { completion } = await sources.complete({ ref, argument, context: { arguments: given } }, from);
        const values = isJsonObject(completion) ? completion["values"] : [];
        return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
      }),
  };
}

type Listed = { resources: ListedResource[]; prompts: ListedPrompt[] };

async function listOf(sources: Sources, { id, title }: ReadableServer, signal: AbortSignal): Promise<Listed> {
  const from = { servers: new Set([id]), signal };
  const [resources, prompts] = await Promise.all([sources.list("resources", from), sources.list("prompts", from)]);
  const whose = { serverId: id, server: title };
  return {
    resources: resources.flatMap((entry): ListedResource[] => {
      const uri = typeof entry["uri"] === "string" ? uriOf(id, entry["uri"]) : null;
      return uri === null
        ? []
        : [{ ...whose, uri, name: nameOf(entry) ?? uri.slice(0, 200), description: about(entry) }];
    }),
    prompts: prompts.flatMap((entry): ListedPrompt[] => {
      const { name } = entry;
      if (typeof name !== "string") return [];
      const shown = typeof entry["title"] === "string" ? entry["title"] : name.slice(name.indexOf("__") + 2);
      return [{ ...whose, name, title: shown, description: about(entry), arguments: argumentsOf(entry["arguments"]) }];
    }),
  };
}

function nameOf({ title, name }: JsonObject): string | null {
  return ([title, name].find((said) => typeof said === "string" && said.trim() !== "") as string | undefined) ?? null;
}

const longestAbout = 300;

function about({ description }: JsonObject): string {
  return typeof description === "string" ? description.slice(0, longestAbout).toWellFormed() : "";
}

function argumentsOf(listed: JsonValue | undefined): ListedPrompt["arguments"] {
  return (Array.isArray(listed) ? listed.filter(isJsonObject) : []).flatMap((each) => {
    const { name, required } = each;
    return typeof name === "string" ? [{ name, description: about(each), isRequired: required === true }] : [];
  });
}

/** One text of all messages of a prompt, and the resources that they embed. */
function filled({ messages }: JsonObject, { id, title }: ReadableServer): FilledPrompt {
  const said = (Array.isArray(messages) ? messages : []).filter(isJsonObject);
  const mixed = said.some(({ role }) => role === "assistant");
  const texts: string[] = [];
  const resources: AttachedResource[] = [];
  let unread = 0;
  for (const { role, content } of said) {
    const block = isJsonObject(content) ? content : {};
    const { type, text, resource } = block;
    if (type === "text" && typeof text === "string") {
      texts.push(mixed ? `${role === "assistant" ? "Assistant" : "User"}: ${text}` : text);
    } else if (type === "resource" && isJsonObject(resource) && resources.length < mostAttached.resources) {
      const uri = typeof resource["uri"] === "string" ? resource["uri"].slice(0, 4_000) : "";
      const name = uri.slice(0, 200) || "resource";
      resources.push({ serverId: id, server: title, uri, name, ...textOfContents([resource]) });
    } else unread += 1;
  }
  if (unread > 0) texts.push(`[${unread} parts of this prompt are no text and were left out.]`);
  return { ...cutText(texts.join("\n\n")), resources };
}
