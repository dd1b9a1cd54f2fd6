import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import { mostAttached } from "#lib/chat/attached-resource.ts";
import type { FilledPrompt, ListedPrompt, ListedResource, ListedTemplate, SourceList } from "#lib/chat/source-list.ts";
import { SourceProblem, type Sources } from "#lib/gate/contract/sources.ts";
import { variablesOf } from "#lib/mcp/definitions/expand-template.ts";
import { uriOf, wireUri } from "#lib/mcp/definitions/wire-name.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countMore, mostCalls } from "#lib/store/people/person-counts.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { cutText, textOfContents } from "./source-text.ts";

/** A server that people may read from in chats. */
export type ReadableServer = { id: string; title: string };

type Deps = { database: Database; sources: Sources; readable: () => ReadableServer[]; log: Log };
type From = Parameters<Sources["list"]>[1];
type Asked<Wanted> = Wanted & { personId: string; server: string; signal: AbortSignal };
type WantedPrompt = { name: string; arguments: Record<string, string> };
type WantedResource = { uri: string } | { template: string; values: Record<string, string> };
/** `of`: the prompt by its name, or the template. */
type WantedValues = {
  of: { name: string } | { template: string };
  argument: { name: string; value: string };
  given: Record<string, string>;
};
type Followed = { server: string; uri: string };

/**
 * What a person reads of tool servers, and puts into messages: resources and prompts. Nothing here runs a tool, and no
 * model reads by it. All but `list` reject with `SourceProblem`.
 */
export type PersonSources = {
  list: (asked: { personId: string; signal: AbortSignal }) => Promise<SourceList>;
  read: (asked: Asked<WantedResource>) => Promise<AttachedResource>;
  prompt: (asked: Asked<WantedPrompt>) => Promise<FilledPrompt>;
  /** Values that the server suggests for an argument of a prompt, or a variable of a template. */
  complete: (asked: Asked<WantedValues>) => Promise<string[]>;
  /** Which of these resources their servers said to have changed, and when; from now on they are asked to say so. */
  changed: (asked: { personId: string; resources: Followed[]; signal: AbortSignal }) => Promise<ChangedResource[]>;
};

const mostListed = { resources: 500, templates: 200, prompts: 200 };
const followMs = 10_000;
const tooMany = `You read ${mostCalls} times from tool servers within an hour, calls of your clients included. Try again later.`;

/** `at`: Unix ms. */
export type ChangedResource = Followed & { at: number };

export function personSources({ database, sources, readable, log }: Deps): PersonSources {
  const isWithin = async (personId: string) =>
    (await countMore(database, database.db, { personId, what: "calls", more: 1, most: mostCalls })) === null;
  const reading = async <Result>(
    { personId, server, signal }: Asked<object>,
    what: string,
    read: (server: ReadableServer, from: From) => Promise<Result>,
  ): Promise<Result> => {
    const found = readable().find(({ id }) => id === server);
    if (found === undefined) throw new SourceProblem("There is no such server, or it is not connected.", "unknown");
    if (!(await isWithin(personId))) throw new SourceProblem(tooMany);
    const result = await read(found, { personId, servers: new Set([server]), signal });
    log.info("source.read", { server, what });
    return result;
  };
  return {
    list: async (asked) => {
      const lists = await Promise.all(readable().map((server) => listOf(sources, server, asked)));
      const resources = lists.flatMap((list) => list.resources);
      const templates = lists.flatMap((list) => list.templates);
      const prompts = lists.flatMap((list) => list.prompts);
      return {
        resources: resources.slice(0, mostListed.resources),
        templates: templates.slice(0, mostListed.templates),
        prompts: prompts.slice(0, mostListed.prompts),
        isCut:
          resources.length > mostListed.resources ||
          templates.length > mostListed.templates ||
          prompts.length > mostListed.prompts,
      };
    },
    read: (asked) =>
      reading(asked, "resource", async ({ id, title }, from) => {
        const uri = "uri" in asked ? asked.uri : sources.expand(asked.template, asked.values);
        const readAt = Date.now();
        const { contents } = await sources.read(wireUri(id, uri), from);
        const listed = await sources.list("resources", from);
        const entry = listed.find((each) => each["uri"] === wireUri(id, uri));
        return {
          serverId: id,
          server: title,
          uri,
          name: nameOf(entry ?? {}) ?? uri.slice(0, 200),
          ...textOfContents(contents),
          readAt,
        };
      }),
    prompt: (asked) =>
      reading(asked, "prompt", async (server, from) => {
        const { name, arguments: values } = asked;
        return filled(await sources.prompt({ name, arguments: values }, from), server);
      }),
    complete: (asked) =>
      reading(asked, "completion", async ({ id }, from) => {
        const { of, argument, given } = asked;
        const ref =
          "name" in of
            ? ({ type: "ref/prompt", name: of.name } as const)
            : ({ type: "ref/resource", uri: wireUri(id, of.template) } as const);
        const { completion } = await sources.complete({ ref, argument, context: { arguments: given } }, from);
        const values = isJsonObject(completion) ? completion["values"] : [];
        return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
      }),
    changed: async ({ personId, resources, signal }) => {
      const known = new Set(readable().map(({ id }) => id));
      const asked = resources.filter(({ server }) => known.has(server));
      const from = {
        personId,
        servers: new Set(asked.map(({ server }) => server)),
        signal: AbortSignal.any([signal, AbortSignal.timeout(followMs)]),
      };
      const mayAsk = () => isWithin(personId);
      const at = await sources.watch(
        asked.map(({ server, uri }) => wireUri(server, uri)),
        from,
        mayAsk,
      );
      return asked.flatMap((each) => {
        const changedAt = at.get(wireUri(each.server, each.uri));
        return changedAt === undefined ? [] : [{ ...each, at: changedAt }];
      });
    },
  };
}

type Listed = Pick<SourceList, "resources" | "templates" | "prompts">;

async function listOf(
  sources: Sources,
  { id, title }: ReadableServer,
  asked: { personId: string; signal: AbortSignal },
): Promise<Listed> {
  const from = { ...asked, servers: new Set([id]) };
  const [resources, templates, prompts] = await Promise.all([
    sources.list("resources", from),
    sources.list("templates", from),
    sources.list("prompts", from),
  ]);
  const whose = { serverId: id, server: title };
  const resourceOf = (entry: JsonObject, key: "uri" | "uriTemplate"): ListedResource[] => {
    const uri = typeof entry[key] === "string" ? uriOf(id, entry[key]) : null;
    return uri === null ? [] : [{ ...whose, uri, name: nameOf(entry) ?? uri.slice(0, 200), description: about(entry) }];
  };
  return {
    resources: resources.flatMap((entry) => resourceOf(entry, "uri")),
    // Reading one costs more than listing it; the last one says that there are more.
    templates: templates.slice(0, mostListed.templates + 1).flatMap((entry) =>
      resourceOf(entry, "uriTemplate").flatMap((template): ListedTemplate[] => {
        const variables = variablesOf(template.uri);
        return variables === null ? [] : [{ ...template, variables }];
      }),
    ),
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
