import { uiOfTool } from "#lib/apps/ui-of-tool.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { readApp, type AppDefinition } from "./app-definition.ts";
import type { ToolDefinition } from "./tool-definitions.ts";

type Listing = {
  readonly config: ServerConfig;
  readonly definitions: ReadonlyMap<string, ToolDefinition>;
  /** Whether each person signs in for themselves. */
  readonly isPersonal: boolean;
};
type Apps = ReadonlyMap<string, AppDefinition>;
type Known = {
  of: Listing["definitions"];
  apps: Apps;
  readAt: ReadonlyMap<string, number>;
  /** Who had it read; null once that may have ended. */
  by: ReadonlyMap<string, string | null>;
};

type Deps<Server> = {
  /** Whether somebody accepted exactly this app. */
  oversight: { isAccepted: (serverId: string, definition: Pick<AppDefinition, "name" | "fingerprint">) => boolean };
  /** The answer to `resources/read` as this person gets it, "" for nobody in particular; rejects with a sentence. */
  read: (server: Server, uri: string, personId: string) => Promise<JsonObject>;
  changed: () => void;
  log: Log;
};

const mostApps = 20;
/** One that was read so lately is not read again. */
const freshMs = 5_000;
const none: Apps = new Map();
const nobody = "";

/**
 * The apps of servers whose owner had them switched on, by their addresses. Where people sign in for themselves, each
 * reads an app on their own connection: no chat shows what another read. Its review is about what the first of those who
 * manage tools was sent, until that person is sent another or people sign in or out: two who are sent different apps do
 * not take turns.
 */
export class ListedApps<Server extends Listing> {
  readonly #deps: Deps<Server>;
  readonly #known = new WeakMap<Server, Known>();
  readonly #reading = new WeakMap<Server, Listing["definitions"]>();
  /** What people read for themselves just now. */
  readonly #own = new WeakMap<Server, Map<string, { at: number; reading: Promise<AppDefinition | null> }>>();

  constructor(deps: Deps<Server>) {
    this.#deps = deps;
  }

  inspect(server: Server): { definition: AppDefinition; accepted: boolean }[] {
    return [...this.#of(server).values()].map((definition) => ({
      definition,
      accepted: this.#isAccepted(server, definition),
    }));
  }

  /** How the app of a tool stands; null where it has none. */
  standing(server: Server, toolName: string): "shown" | "waits" | null {
    const uri = appNamed(server, toolName);
    if (uri === null || server.config.apps !== true) return null;
    // Whether it is the accepted one shows where its person reads it.
    if (server.isPersonal) return "shown";
    const app = this.#of(server).get(uri);
    if (app === undefined) return null;
    return this.#isAccepted(server, app) ? "shown" : "waits";
  }

  /** The app of a tool as its server has it for this person now; null where nobody accepted exactly that. */
  async accepted(server: Server, toolName: string, personId: string): Promise<AppDefinition | null> {
    const uri = appNamed(server, toolName);
    if (uri === null || server.config.apps !== true) return null;
    const app = await (server.isPersonal ? this.#ownOf(server, uri, personId) : this.#current(server, uri));
    return app !== null && this.#isAccepted(server, app) ? app : null;
  }

  #isAccepted({ config }: Server, app: AppDefinition): boolean {
    return this.#deps.oversight.isAccepted(config.id, app);
  }

  #of(server: Server): Apps {
    return server.config.apps === true ? (this.#known.get(server)?.apps ?? none) : none;
  }

  /** Reads the apps of a list of tools that was not seen yet, and says so when it is done. */
  look(server: Server): void {
    const { config, definitions, isPersonal } = server;
    if (config.apps !== true || isPersonal || this.#reading.get(server) === definitions) return;
    this.#reading.set(server, definitions);
    void this.#learn(server, nobody, (uri) => this.#read(server, uri, nobody));
  }

  /** Reads those that nobody in particular can read as this person, for the review. */
  lookAs(server: Server, personId: string): void {
    if (server.config.apps === true && server.isPersonal)
      void this.#learn(server, personId, (uri) => this.#ownOf(server, uri, personId));
  }

  /** People signed in or out. */
  forget(server: Server): void {
    this.#own.delete(server);
    const known = this.#known.get(server);
    if (known === undefined) return;
    this.#known.set(server, { ...known, by: new Map([...known.by.keys()].map((uri) => [uri, null])) });
  }

  async #learn(server: Server, personId: string, read: (uri: string) => Promise<AppDefinition | null>): Promise<void> {
    const { definitions } = server;
    const wanted = [...toolsByApp(definitions).keys()].slice(0, mostApps);
    if (wanted.length === 0 && this.#of(server).size === 0) return;
    const all = await Promise.all(wanted.map(read));
    if (server.definitions !== definitions) return;
    const former = this.#of(server);
    const formerBy = this.#known.get(server)?.by ?? new Map<string, string | null>();
    const apps = new Map<string, AppDefinition>();
    const by = new Map<string, string | null>();
    for (const [at, uri] of wanted.entries()) {
      const kept = server.isPersonal ? former.get(uri) : undefined;
      const reader = formerBy.get(uri) ?? personId;
      // One person who cannot read it, or is sent another, says nothing of the others.
      const app = kept === undefined || reader === personId ? (all[at] ?? kept) : kept;
      if (app == null) continue;
      apps.set(uri, app);
      by.set(uri, app === kept ? (formerBy.get(uri) ?? null) : personId);
    }
    const now = performance.now();
    this.#known.set(server, { of: definitions, apps, by, readAt: new Map([...apps.keys()].map((uri) => [uri, now])) });
    const isSame = ([uri, { fingerprint }]: [string, AppDefinition]) => former.get(uri)?.fingerprint === fingerprint;
    if (apps.size !== former.size || ![...apps].every(isSame)) this.#deps.changed();
  }

  /** One of them as its server has it now; null where it cannot be read. */
  async #current(server: Server, uri: string): Promise<AppDefinition | null> {
    const known = this.#known.get(server);
    const former = this.#of(server).get(uri);
    if (known === undefined || former === undefined) return null;
    if (performance.now() - (known.readAt.get(uri) ?? 0) < freshMs) return former;
    const read = await this.#read(server, uri, nobody);
    const latest = this.#known.get(server) ?? known;
    const apps = new Map(latest.apps);
    if (read === null) apps.delete(uri);
    else apps.set(uri, read);
    this.#known.set(server, { ...latest, apps, readAt: new Map(latest.readAt).set(uri, performance.now()) });
    if (read?.fingerprint !== former.fingerprint) this.#deps.changed();
    return read;
  }

  /** The same for a person who signs in for themselves. It is kept for as long as it counts. */
  #ownOf(server: Server, uri: string, personId: string): Promise<AppDefinition | null> {
    const own = this.#own.get(server) ?? new Map<string, { at: number; reading: Promise<AppDefinition | null> }>();
    this.#own.set(server, own);
    const now = performance.now();
    for (const [key, { at }] of own) if (now - at >= freshMs) own.delete(key);
    const key = JSON.stringify([personId, uri]);
    const { reading } = own.get(key) ?? { reading: this.#read(server, uri, personId) };
    if (!own.has(key)) own.set(key, { at: now, reading });
    return reading;
  }

  async #read(server: Server, uri: string, personId: string): Promise<AppDefinition | null> {
    const { config, definitions } = server;
    const tools = toolsByApp(definitions).get(uri) ?? [];
    let problem: string;
    try {
      const read = readApp(await this.#deps.read(server, uri, personId), { uri, tools, identity: config.identity });
      if (!("problem" in read)) return read;
      ({ problem } = read);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    this.#deps.log.info("tool-server.app-not-read", { server: config.id, app: uri, problem });
    return null;
  }
}

function appNamed({ definitions }: Listing, toolName: string): string | null {
  // It came as JSON.
  return uiOfTool(definitions.get(toolName)?.listed._meta as JsonValue | undefined).resource;
}

function toolsByApp(definitions: Listing["definitions"]): Map<string, string[]> {
  const tools = new Map<string, string[]>();
  for (const { name, listed } of definitions.values()) {
    // It came as JSON.
    const { resource } = uiOfTool(listed._meta as JsonValue | undefined);
    if (resource !== null) tools.set(resource, [...(tools.get(resource) ?? []), name].toSorted());
  }
  return tools;
}
