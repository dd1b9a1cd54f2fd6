import { uiOfTool } from "#lib/apps/ui-of-tool.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import type { JsonObject, JsonValue } from "#lib/untrusted/json.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { readApp, type AppDefinition } from "./app-definition.ts";
import type { ToolDefinition } from "./tool-definitions.ts";

type Listing = { readonly config: ServerConfig; readonly definitions: ReadonlyMap<string, ToolDefinition> };
type Apps = ReadonlyMap<string, AppDefinition>;
type Known = { of: Listing["definitions"]; apps: Apps; readAt: ReadonlyMap<string, number> };

type Deps<Server> = {
  /** Whether somebody accepted exactly this app. */
  oversight: { isAccepted: (serverId: string, definition: Pick<AppDefinition, "name" | "fingerprint">) => boolean };
  /** The answer to `resources/read`; rejects with a sentence. */
  read: (server: Server, uri: string) => Promise<JsonObject>;
  changed: () => void;
  log: Log;
};

const mostApps = 20;
/** One that was read so lately is not read again. */
const freshMs = 5_000;
const none: Apps = new Map();

/** The apps of servers whose owner had them switched on, by their addresses. */
export class ListedApps<Server extends Listing> {
  readonly #deps: Deps<Server>;
  readonly #known = new WeakMap<Server, Known>();
  readonly #reading = new WeakMap<Server, Listing["definitions"]>();

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
    const app = this.#of(server).get(appNamed(server, toolName) ?? "");
    if (app === undefined) return null;
    return this.#isAccepted(server, app) ? "shown" : "waits";
  }

  /** The app of a tool as its server has it now; null where nobody accepted exactly that. */
  async accepted(server: Server, toolName: string): Promise<AppDefinition | null> {
    const app = await this.#current(server, appNamed(server, toolName) ?? "");
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
    const { config, definitions } = server;
    if (config.apps !== true || this.#reading.get(server) === definitions) return;
    this.#reading.set(server, definitions);
    const wanted = [...toolsByApp(definitions).keys()].slice(0, mostApps);
    if (wanted.length === 0 && this.#of(server).size === 0) return;
    void Promise.all(wanted.map((uri) => this.#read(server, uri))).then((read) => {
      if (server.definitions !== definitions) return;
      const apps = new Map(read.flatMap((app) => (app === null ? [] : [[app.name, app] as const])));
      const now = performance.now();
      this.#known.set(server, { of: definitions, apps, readAt: new Map([...apps.keys()].map((uri) => [uri, now])) });
      this.#deps.changed();
    });
  }

  /** One of them as its server has it now; null where it cannot be read. */
  async #current(server: Server, uri: string): Promise<AppDefinition | null> {
    const known = this.#known.get(server);
    const former = this.#of(server).get(uri);
    if (known === undefined || former === undefined) return null;
    if (performance.now() - (known.readAt.get(uri) ?? 0) < freshMs) return former;
    const read = await this.#read(server, uri);
    const latest = this.#known.get(server) ?? known;
    const apps = new Map(latest.apps);
    if (read === null) apps.delete(uri);
    else apps.set(uri, read);
    this.#known.set(server, { ...latest, apps, readAt: new Map(latest.readAt).set(uri, performance.now()) });
    if (read?.fingerprint !== former.fingerprint) this.#deps.changed();
    return read;
  }

  async #read(server: Server, uri: string): Promise<AppDefinition | null> {
    const { config, definitions } = server;
    const tools = toolsByApp(definitions).get(uri) ?? [];
    let problem: string;
    try {
      const read = readApp(await this.#deps.read(server, uri), { uri, tools, identity: config.identity });
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
