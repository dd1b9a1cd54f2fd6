import { setImmediate as nextTurn } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import { SourceProblem, type Completing, type SourceKind, type Sources } from "#lib/gate/contract/sources.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import type { Connection } from "#lib/mcp/connection/connection.ts";
import { Relisting } from "#lib/mcp/definitions/relisting.ts";
import { Turns } from "#lib/mcp/definitions/turns.ts";
import { uriOf, wireUri } from "#lib/mcp/definitions/wire-name.ts";
import { askServer } from "./ask-server.ts";
import { expandTemplate } from "#lib/mcp/definitions/expand-template.ts";
import { listOf } from "./list-of.ts";
import { placeToRead } from "./place-to-read.ts";
import { readablePrompt, shownEntry, shownSuggestions, type ShownEntry } from "#lib/mcp/definitions/shown-source.ts";
import type { ToolServer } from "./tool-server.ts";
import { WatchedResources } from "./watched-resources.ts";

type Deps = {
  /** A server all of whose definitions somebody accepted. */
  serverOf: (id: string) => ToolServer | undefined;
  log: Log;
};
type From = Parameters<Sources["list"]>[1];
type Listed = { at: number; freshMs: number; changes: number; entries: Promise<ShownEntry[]> };
type Listing = { server: ToolServer; entries: ShownEntry[] };
type Changing = { changes: number; relisting: Relisting };

/** One list is asked for once in so long, however many clients want it, unless its server says that it changed. */
const usualFreshMs = 5_000;
/** A server may say that its list stays for longer, or for a shorter time: `ttlMs` of revision 2026-07-28. */
const freshWithin = { least: 1_000, most: 300_000 };
const listMs = 10_000;

/** The resources and prompts of servers, under names that say whose they are. */
export class ServerSources implements Sources {
  readonly #deps: Deps;
  readonly #listed = new WeakMap<Connection, Map<SourceKind, Listed>>();
  /** By server and what changes there. */
  readonly #changing = new Map<string, Changing>();
  /** The cleaning of each server's answers. */
  readonly #cleaning = new WeakMap<ToolServer, Promise<unknown>>();
  readonly #listeners = new Set<(what: "resources" | "prompts") => void>();
  readonly #updateListeners = new Set<() => void>();
  readonly #watched = new WatchedResources();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list(kind: SourceKind, from: From): Promise<JsonObject[]> {
    const listings = await this.#listings(kind, from);
    return listings.flatMap(({ entries }) => entries.map(({ entry }) => entry));
  }

  async read(uri: string, from: From): Promise<JsonObject> {
    const { server, own } = await this.#ownerOf(uri, from);
    const { contents } = await askServer(server, { method: "resources/read", params: { uri: own } }, from);
    const named = (content: JsonValue) =>
      own !== uri && isJsonObject(content) && typeof content["uri"] === "string"
        ? { ...content, uri: wireUri(server.config.id, content["uri"]) }
        : content;
    return { contents: Array.isArray(contents) ? contents.map(named) : [] };
  }

  async prompt({ name, arguments: values }: Parameters<Sources["prompt"]>[0], from: From): Promise<JsonObject> {
    const { server, own } = await this.#ownerOfPrompt(name, from);
    const params = { name: own, arguments: values };
    const said = await askServer(server, { method: "prompts/get", params }, from);
    // One after the other, because many answers may come at once and each is long work.
    const before = this.#cleaning.get(server) ?? Promise.resolve();
    const cleaned = before.then(() => nextTurn()).then(() => readablePrompt(said));
    this.#cleaning.set(
      server,
      cleaned.catch(() => {}),
    );
    return cleaned;
  }

  async complete({ ref, ...asked }: Completing, from: From): Promise<JsonObject> {
    const isPrompt = ref.type === "ref/prompt";
    const { server, own } = await (isPrompt ? this.#ownerOfPrompt(ref.name, from) : this.#ownerOf(ref.uri, from));
    const suggests = await this.#on(server, from, async ({ client }) => client.getServerCapabilities()?.completions);
    if (suggests === undefined) return { completion: { values: [] } };
    const params = { ...asked, ref: isPrompt ? { ...ref, name: own } : { ...ref, uri: own } };
    return shownSuggestions(await askServer(server, { method: "completion/complete", params }, from));
  }

  expand(template: string, values: Record<string, string>): string {
    const uri = expandTemplate(template, values);
    if (uri === null) throw new SourceProblem("No address can be made of this template and these values.", "invalid");
    return uri;
  }

  async watch(...[uris, from, mayAsk]: Parameters<Sources["watch"]>): Promise<ReadonlyMap<string, number>> {
    const asked = uris.map(async (uri): Promise<[string, number][]> => {
      for (const id of from.servers) {
        const own = uriOf(id, uri);
        const server = own === null ? undefined : this.#deps.serverOf(id);
        if (own === null || server === undefined) continue;
        const watched = this.#on(server, from, (connection) => this.#watched.watch(connection, own, mayAsk));
        const changedAt = await watched.catch(() => null);
        return changedAt === null ? [] : [[uri, changedAt]];
      }
      return [];
    });
    return new Map((await Promise.all(asked)).flat());
  }

  onUpdate(listener: () => void): () => void {
    this.#updateListeners.add(listener);
    return () => this.#updateListeners.delete(listener);
  }

  /** A server said that a resource changed. What nobody watches counts for nothing; floods are heard as those of lists. */
  updated(serverId: string, client: Client, uri: string): void {
    if (this.#watched.heard(client, uri)) this.#changingOf(serverId, "updates").relisting.announced();
  }

  onChange(listener: (what: "resources" | "prompts") => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A server said that its list changed. Who says so over and over is heard at growing intervals. */
  announce(serverId: string, what: "resources" | "prompts"): void {
    this.#changingOf(serverId, what).relisting.announced();
  }

  #changingOf(serverId: string, what: "resources" | "prompts" | "updates"): Changing {
    const key = JSON.stringify([serverId, what]);
    const known = this.#changing.get(key);
    if (known !== undefined) return known;
    const relisting = new Relisting(async () => {
      changing.changes += 1;
      if (what === "updates") for (const listener of this.#updateListeners) listener();
      else for (const listener of this.#listeners) listener(what);
      return "go on";
    });
    const changing: Changing = { changes: 0, relisting };
    relisting.begin();
    this.#changing.set(key, changing);
    return changing;
  }

  /** Whose resource it is. An address without a server, as in a tool's result, is of the only one that lists it. */
  async #ownerOf(uri: string, from: From): Promise<{ server: ToolServer; own: string }> {
    for (const id of from.servers) {
      const own = uriOf(id, uri);
      const server = own === null ? undefined : this.#deps.serverOf(id);
      if (own !== null && server !== undefined) return { server, own };
    }
    const listings = await this.#listings("resources", from);
    const [only, ...more] = listings.filter(({ entries }) => entries.some(({ own }) => own === uri));
    if (only !== undefined && more.length === 0) return { server: only.server, own: uri };
    throw new SourceProblem(
      "There is no such resource. Its address is countersign://<server>/<its own address>.",
      "unknown",
    );
  }

  async #ownerOfPrompt(name: string, from: From): Promise<{ server: ToolServer; own: string }> {
    for (const { server, entries } of await this.#listings("prompts", from)) {
      const found = entries.find(({ entry }) => entry["name"] === name);
      if (found !== undefined) return { server, own: found.own };
    }
    throw new SourceProblem("There is no such prompt.", "unknown");
  }

  /** What each server lists; one that does not costs only itself. */
  async #listings(kind: SourceKind, from: From): Promise<Listing[]> {
    const all = await Promise.all(
      [...from.servers].map(async (id): Promise<Listing[]> => {
        const server = this.#deps.serverOf(id);
        if (server === undefined) return [];
        try {
          return [{ server, entries: await this.#entriesOf(server, kind, from) }];
        } catch (error) {
          this.#deps.log.info("source.not-listed", { server: id, what: kind, error });
          return [];
        }
      }),
    );
    return all.flat();
  }

  /** Does something on the connection that reads for a person: their own, where each signs in for themselves. */
  async #on<Result>(server: ToolServer, from: From, use: (connection: Connection) => Promise<Result>): Promise<Result> {
    const signal = AbortSignal.any([from.signal, AbortSignal.timeout(listMs)]);
    if (!server.isPersonal) {
      const connection = await server.connected(signal);
      if ("problem" in connection) throw new SourceProblem(connection.problem);
      return use(connection);
    }
    const place = await placeToRead(server, from.personId, signal).catch(() => ({ problem: "It is busy." }));
    if ("problem" in place) throw new SourceProblem(place.problem);
    return use(place.lane.connection).finally(place.leave);
  }

  #entriesOf(server: ToolServer, kind: SourceKind, from: From): Promise<ShownEntry[]> {
    return this.#on(server, from, (connection) => this.#entriesOn(connection, server, kind));
  }

  async #entriesOn(connection: Connection, server: ToolServer, kind: SourceKind): Promise<ShownEntry[]> {
    const kinds = this.#listed.get(connection) ?? new Map<SourceKind, Listed>();
    this.#listed.set(connection, kinds);
    const { changes } = this.#changingOf(server.config.id, kind === "prompts" ? "prompts" : "resources");
    const known = kinds.get(kind);
    const isFresh = known?.changes === changes && performance.now() - known.at < known.freshMs;
    if (known !== undefined && isFresh) return known.entries;
    // No client's own: all that want it share it.
    const listing = listOf(connection, kind, AbortSignal.timeout(listMs));
    const entries = listing.then((said) => shownBy(server, said.entries, connection.mask()));
    const listed = { at: performance.now(), freshMs: usualFreshMs, changes, entries };
    kinds.set(kind, listed);
    void listing.then(({ ttlMs }) => (listed.freshMs = freshFor(ttlMs))).catch(() => {});
    return entries;
  }
}

function freshFor(ttlMs: number | null): number {
  // Most servers send 0 without having chosen it.
  return ttlMs === null || ttlMs === 0 ? usualFreshMs : Math.max(freshWithin.least, Math.min(ttlMs, freshWithin.most));
}

/** Entries as clients see them, made once for each listing. Those that are too long to be passed on are left out. */
async function shownBy({ config }: ToolServer, listed: JsonObject[], mask: Mask): Promise<ShownEntry[]> {
  const turns = new Turns();
  const entries: ShownEntry[] = [];
  for (const entry of listed) {
    await turns.next();
    const shown = shownEntry(config.id, await mask.inTurns(entry, nextTurn));
    if (shown !== null) entries.push(shown);
  }
  return entries;
}
