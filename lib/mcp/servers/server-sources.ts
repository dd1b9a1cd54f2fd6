import { maskOf } from "#lib/audit/mask.ts";
import { SourceProblem, type Completing, type SourceKind, type Sources } from "#lib/gate/contract/sources.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { secretsInAnswers } from "#lib/mcp/config/secrets-of.ts";
import type { Connection } from "#lib/mcp/connection/connection.ts";
import { stripHidden } from "#lib/mcp/definitions/strip-hidden.ts";
import { uriOf, wireName, wireUri } from "#lib/mcp/definitions/wire-name.ts";
import { askServer } from "./ask-server.ts";
import { listOf } from "./list-of.ts";
import type { ToolServer } from "./tool-server.ts";

type Deps = {
  /** A server all of whose definitions somebody accepted. */
  serverOf: (id: string) => ToolServer | undefined;
  log: Log;
};
type From = Parameters<Sources["list"]>[1];
type Listed = { at: number; changes: number; entries: Promise<JsonObject[]> };
type Listing = { server: ToolServer; entries: JsonObject[] };

/** One list is asked for once in so long, however many clients want it, unless its server says that it changed. */
const freshMs = 5_000;
const listMs = 10_000;
const longestTitle = 200;
const longestDescription = 8_000;

/** The resources and prompts of servers, under names that say whose they are. */
export class ServerSources implements Sources {
  readonly #deps: Deps;
  readonly #listed = new WeakMap<Connection, Map<SourceKind, Listed>>();
  readonly #changes = new Map<string, number>();
  readonly #listeners = new Set<(what: "resources" | "prompts") => void>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(kind: SourceKind, from: From): Promise<JsonObject[]> {
    const listings = await this.#listings(kind, from);
    return listings.flatMap(({ server, entries }) => entries.map((entry) => wired(server.config.id, entry)));
  }

  async read(uri: string, from: From): Promise<JsonObject> {
    const { server, own } = await this.#ownerOf(uri, from);
    const { contents } = await askServer(server, { method: "resources/read", params: { uri: own } }, from.signal);
    const named = (content: JsonValue) =>
      own !== uri && isJsonObject(content) && typeof content["uri"] === "string"
        ? { ...content, uri: wireUri(server.config.id, content["uri"]) }
        : content;
    return { contents: Array.isArray(contents) ? contents.map(named) : [] };
  }

  async prompt({ name, arguments: values }: Parameters<Sources["prompt"]>[0], from: From): Promise<JsonObject> {
    const { server, own } = await this.#ownerOfPrompt(name, from);
    const params = { name: own, arguments: values };
    return readable(await askServer(server, { method: "prompts/get", params }, from.signal));
  }

  async complete({ ref, ...asked }: Completing, from: From): Promise<JsonObject> {
    const isPrompt = ref.type === "ref/prompt";
    const { server, own } = await (isPrompt ? this.#ownerOfPrompt(ref.name, from) : this.#ownerOf(ref.uri, from));
    const connection = await server.connected(from.signal);
    const suggests = !("problem" in connection) && connection.client.getServerCapabilities()?.completions !== undefined;
    if (!suggests) return { completion: { values: [] } };
    const params = { ...asked, ref: isPrompt ? { ...ref, name: own } : { ...ref, uri: own } };
    return suggested(await askServer(server, { method: "completion/complete", params }, from.signal));
  }

  onChange(listener: (what: "resources" | "prompts") => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A server said that its list changed. */
  announce(serverId: string, what: "resources" | "prompts"): void {
    this.#changes.set(serverId, (this.#changes.get(serverId) ?? 0) + 1);
    for (const listener of this.#listeners) listener(what);
  }

  /** Whose resource it is. An address without a server, as in a tool's result, is of the only one that lists it. */
  async #ownerOf(uri: string, from: From): Promise<{ server: ToolServer; own: string }> {
    for (const id of from.servers) {
      const own = uriOf(id, uri);
      const server = own === null ? undefined : this.#deps.serverOf(id);
      if (own !== null && server !== undefined) return { server, own };
    }
    const listings = await this.#listings("resources", from);
    const [only, ...more] = listings.filter(({ entries }) => entries.some((entry) => entry["uri"] === uri));
    if (only !== undefined && more.length === 0) return { server: only.server, own: uri };
    throw new SourceProblem(
      "There is no such resource. Its address is countersign://<server>/<its own address>.",
      "unknown",
    );
  }

  async #ownerOfPrompt(name: string, from: From): Promise<{ server: ToolServer; own: string }> {
    for (const { server, entries } of await this.#listings("prompts", from)) {
      const own = entries
        .map((entry) => entry["name"])
        .find((each) => typeof each === "string" && wireName(server.config.id, each) === name);
      if (typeof own === "string") return { server, own };
    }
    throw new SourceProblem("There is no such prompt.", "unknown");
  }

  /** What each server lists; one that does not costs only itself. */
  async #listings(kind: SourceKind, { servers, signal }: From): Promise<Listing[]> {
    const all = await Promise.all(
      [...servers].map(async (id): Promise<Listing[]> => {
        const server = this.#deps.serverOf(id);
        if (server === undefined) return [];
        try {
          return [{ server, entries: await this.#entriesOf(server, kind, signal) }];
        } catch (error) {
          this.#deps.log.info("source.not-listed", { server: id, what: kind, error });
          return [];
        }
      }),
    );
    return all.flat();
  }

  async #entriesOf(server: ToolServer, kind: SourceKind, signal: AbortSignal): Promise<JsonObject[]> {
    const connection = await server.connected(AbortSignal.any([signal, AbortSignal.timeout(listMs)]));
    if ("problem" in connection) throw new SourceProblem(connection.problem);
    const kinds = this.#listed.get(connection) ?? new Map<SourceKind, Listed>();
    this.#listed.set(connection, kinds);
    const changes = this.#changes.get(server.config.id) ?? 0;
    const known = kinds.get(kind);
    const isFresh = known?.changes === changes && performance.now() - known.at < freshMs;
    if (known !== undefined && isFresh) return known.entries;
    // No client's own: all that want it share it.
    const mask = maskOf(secretsInAnswers(server.config));
    const entries = listOf(connection, kind, AbortSignal.timeout(listMs)).then((listed) => mask.json(listed));
    kinds.set(kind, { at: performance.now(), changes, entries });
    return entries;
  }
}

/** An entry as clients see it: under a name of ours, its texts without hidden characters. */
function wired(serverId: string, entry: JsonObject): JsonObject {
  const { uri, uriTemplate, name, arguments: args } = entry;
  const isPrompt = uri === undefined && uriTemplate === undefined;
  return {
    ...cleaned(entry),
    ...(typeof name === "string" && isPrompt && { name: wireName(serverId, name) }),
    ...(typeof name === "string" && !isPrompt && { name: visible(name, longestTitle) }),
    ...(typeof uri === "string" && { uri: wireUri(serverId, uri) }),
    ...(typeof uriTemplate === "string" && { uriTemplate: wireUri(serverId, uriTemplate) }),
    ...(Array.isArray(args) && { arguments: args.map((each) => (isJsonObject(each) ? cleaned(each) : each)) }),
  };
}

function cleaned(entry: JsonObject): JsonObject {
  const { title, description } = entry;
  return {
    ...entry,
    ...(typeof title === "string" && { title: visible(title, longestTitle) }),
    ...(typeof description === "string" && { description: visible(description, longestDescription) }),
  };
}

function visible(text: string, maxLength: number): string {
  return stripHidden(text, maxLength).text;
}

/** A prompt as a model reads it: without hidden characters (THREATS C2, E5: hidden characters). */
function readable({ description, messages }: JsonObject): JsonObject {
  const shown = (content: JsonValue | undefined): JsonValue => {
    if (!isJsonObject(content)) return content ?? null;
    const { text, resource } = content;
    return {
      ...content,
      ...(typeof text === "string" && { text: visible(text, Infinity) }),
      ...(isJsonObject(resource) && { resource: shown(resource) }),
    };
  };
  const said = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
  return {
    ...(typeof description === "string" && { description: visible(description, longestDescription) }),
    messages: said.map((message) => ({ ...message, content: shown(message["content"]) })),
  };
}

/** Values to choose from, as a person reads them. */
function suggested({ completion }: JsonObject): JsonObject {
  if (!isJsonObject(completion)) return { completion: { values: [] } };
  const { values } = completion;
  const texts = Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
  return { completion: { ...completion, values: texts.map((value) => visible(value, longestTitle)) } };
}
