import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { Connection, ToolList } from "#lib/mcp/connection/connection.ts";
import type { ConnectionDeps } from "#lib/mcp/connection/connection-deps.ts";
import type { NoPlace, LanePlace } from "#lib/mcp/connection/call-lanes.ts";
import { Connections, type PersonAndTool } from "#lib/mcp/connection/connections.ts";
import type { MannersMemory } from "./manners-memory.ts";
import { CurrentList } from "#lib/mcp/connection/current-list.ts";
import { endOf } from "#lib/mcp/connection/end-of.ts";
import { FirstUp } from "#lib/mcp/connection/first-up.ts";
import { allowancesOf, Flooded } from "#lib/mcp/transport/flood-guard.ts";
import { currentCall } from "#lib/mcp/transport/in-flight-call.ts";
import { Manners } from "#lib/mcp/connection/manners.ts";
import { OpenedPages } from "#lib/mcp/connection/opened-pages.ts";
import { Reconnecting } from "#lib/mcp/connection/reconnecting.ts";
import { missingTools } from "#lib/mcp/config/describe-problem.ts";
import { isSameServer } from "#lib/mcp/config/vouched.ts";
import type { ServerTiming } from "#lib/mcp/connection/server-timing.ts";
import { WantedSignIn } from "./wanted-sign-in.ts";
import { ServerSaid } from "./server-said.ts";
import { openFirst } from "./open-first.ts";
import type { ToolDefinition } from "#lib/mcp/definitions/tool-definitions.ts";

type Own = "manners" | "pages" | "started" | "logged" | "allowances";
type Deps = Omit<ConnectionDeps, Own> & {
  timing: ServerTiming;
  changed: () => void;
  memory: MannersMemory;
};
export type ServerStatus = "waiting" | "connecting" | "up" | "down";

/**
 * One server of `mcp.json`: connects, connects again, and remembers its tools.
 *
 *   waiting → connecting → up → connecting → …     after every loss
 *                        ↘ down → connecting → …   after a pause that doubles, with jitter
 */
export class ToolServer {
  #config: ServerConfig;
  readonly #deps: Deps & Pick<ConnectionDeps, Own>;
  readonly said = new ServerSaid();
  readonly #closed = new AbortController();
  readonly #first = Promise.withResolvers<void>();
  /** Resolves when the first attempt to connect has ended, well or not. */
  readonly settled: Promise<void> = this.#first.promise;
  /** The attempt under way, or else the next one. */
  #attempt = Promise.withResolvers<void>();
  #status: ServerStatus = "waiting";
  #problems: string[] = [];
  #definitions: ReadonlyMap<string, ToolDefinition> = new Map();
  #running: Promise<void> = Promise.resolve();
  #pause = new AbortController();
  #lost = Promise.withResolvers<void>();
  readonly #reconnecting: Reconnecting;
  readonly #firstUp = new FirstUp();
  readonly signIn: WantedSignIn;
  readonly list: CurrentList;
  readonly connections: Connections;
  readonly signIns: Deps["signIns"];

  constructor(config: ServerConfig, deps: Deps) {
    this.#config = config;
    this.signIns = deps.signIns;
    this.signIn = new WantedSignIn(deps.changed);
    const { started, logged } = this.said;
    const manners = new Manners((text) => void deps.memory.write(config, text));
    const pages = new OpenedPages(manners);
    this.#deps = { ...deps, started, logged, ...this.signIn.events, manners, pages, allowances: allowancesOf() };
    this.#reconnecting = new Reconnecting(deps.timing);
    this.list = new CurrentList({
      ...deps,
      serverId: config.id,
      connection: () => this.connections.first,
      suspect: (connection) => this.connections.suspect(connection),
      lost: (connection, why) => this.connections.replace(connection, why),
      take: (list) => this.#take(list),
      takeAway: (problem) => {
        this.#definitions = new Map();
        this.#become("down", [problem]);
      },
    });
    this.connections = new Connections({
      ...this.#deps,
      config: () => this.#config,
      isPersonal: () => this.isPersonal,
      closed: this.#closed.signal,
      lost: (why) => {
        if (why instanceof Flooded) this.#fail(why);
        else this.#become("connecting", []);
        this.#lost.resolve();
      },
    });
  }

  get config(): ServerConfig {
    return this.#config;
  }

  /** Takes new settings of the same server; false when the server must be started anew. */
  adopt(config: ServerConfig): boolean {
    if (!isSameServer(config, this.#config)) return false;
    this.#config = config;
    return true;
  }

  get status(): ServerStatus {
    return this.#status;
  }

  /** Why it is down, or what is wrong with its tools; null when all is well. */
  get problem(): string | null {
    const missing = this.#status === "up" ? missingTools(this.#config, this.#definitions) : [];
    return [...this.#problems, ...missing].join(" ") || null;
  }

  /** Whether each person's calls go on connections of their own, because they sign in for themselves. */
  get isPersonal(): boolean {
    return this.signIn.isPersonal(this.#config);
  }

  /** Somebody signed in, or out: it connects anew, as whoever is signed in now. */
  signInsChanged(): void {
    if (this.#status === "waiting" || this.#closed.signal.aborted) return;
    this.connections.signInsChanged();
    // Whoever asks from now on waits for the next attempt.
    if (!this.signIn.happened()) return;
    this.#become("connecting", []);
    this.#pause.abort();
  }

  /** The protocol's revision family; null while it is not connected. */
  get era(): "modern" | "legacy" | null {
    return this.connections.first?.client.getProtocolEra() ?? null;
  }

  /** The tools it offers, by name; none while it is down. */
  get definitions(): ReadonlyMap<string, ToolDefinition> {
    return this.#definitions;
  }

  start(): void {
    if (this.#status !== "waiting" || this.#closed.signal.aborted) return;
    this.#firstUp.begin(this.#deps.timing.firstUpMs);
    this.#become("connecting", []);
    // Outside of the async context of the call during which the connection happens to open.
    this.#running = currentCall.exit(() => this.#run());
  }

  /** A connection for a call. Waits a while for one; `problem` says why there is none. */
  async connected(signal: AbortSignal): Promise<Connection | NoPlace> {
    if (this.connections.first !== null) return this.connections.first;
    if (this.#status === "waiting" || this.#closed.signal.aborted) return { problem: "It is not running." };
    if (this.#reconnecting.isBarred) return { problem: this.problem ?? "It was dropped." };
    this.#pause.abort();
    await endOf(this.#attempt.promise, AbortSignal.any([signal, AbortSignal.timeout(this.#deps.timing.connectWaitMs)]));
    return this.connections.first ?? { problem: this.problem ?? "It is not connected.", ...this.signIn.why };
  }

  /** A place for one call, as `connected` waits for one. `waits` is told where the others are taken. */
  async place(of: PersonAndTool, signal: AbortSignal, waits: () => void): Promise<LanePlace | NoPlace> {
    const first = await this.connected(signal);
    return "problem" in first ? first : this.connections.place(of, signal, waits);
  }

  /** Resolves when `definitions` is good enough to judge calls by, or nothing is left to wait for. Never rejects. */
  async ready(signal: AbortSignal): Promise<void> {
    await this.#firstUp.wait(signal);
    if ((this.#status === "connecting" || this.signIn.needed !== null) && !signal.aborted) await this.connected(signal);
    await this.list.settled(signal);
  }

  /** Ends its process or session and everything in flight. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#pause.abort();
    this.#lost.resolve();
    this.#firstUp.settle();
    await this.connections.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    await this.#deps.memory.recall(this.#config, this.#deps.manners);
    while (!this.#closed.signal.aborted) {
      this.#lost = Promise.withResolvers();
      const connection = await this.#connect();
      this.#attempt.resolve();
      this.#first.resolve();
      this.#attempt = Promise.withResolvers();
      const upSince = performance.now();
      if (connection !== null) await this.connections.watch(connection, this.#lost.promise);
      // The pause ends early when the app ends, and when a call needs a server that did not flood us.
      await this.#reconnecting.rest(connection === null ? null : performance.now() - upSince, {
        closed: this.#closed.signal,
        wanted: this.#pause.signal,
      });
    }
    this.#attempt.resolve();
    this.#first.resolve();
  }

  async #connect(): Promise<Connection | null> {
    this.#pause = new AbortController();
    const wasTooEarly = this.signIn.attempt();
    try {
      const { opened, listed } = await openFirst(this, this.#deps, this.#closed.signal);
      this.signIn.needed = null;
      this.connections.lead({ connection: opened, list: this.list, definitions: () => this.#definitions });
      this.#take(listed);
      this.list.follow();
      return opened;
    } catch (error) {
      if (wasTooEarly(error)) return this.#connect();
      this.#fail(error);
      return null;
    }
  }

  #fail(why: unknown): void {
    this.#reconnecting.failed(why);
    const problem = why instanceof Error ? why.message : String(why);
    // One line for one reason, not one for every attempt.
    if (!this.#closed.signal.aborted && this.#problems[0] !== problem)
      this.#deps.log.warn("tool-server.down", { server: this.#config.id, problem });
    // Its tools are still known: their calls wait for a sign-in.
    if (!this.signIn.failed(why)) this.#definitions = new Map();
    this.#become("down", [problem]);
    this.connections.refuse({ problem, ...this.signIn.why });
  }

  #take({ definitions, problems }: ToolList): void {
    this.#definitions = definitions;
    this.#become("up", problems);
    this.#firstUp.settle();
  }

  #become(status: ServerStatus, problems: string[]): void {
    this.signIn.link = null;
    this.#status = status;
    this.#problems = problems;
    this.#deps.changed();
  }
}
