import { setTimeout as delay } from "node:timers/promises";
import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import type { ServerConfig } from "./config.ts";
import { openConnection, type Connection, type ConnectionDeps } from "./connection.ts";
import { currentCall } from "./in-flight-call.ts";
import { reconnectPause, type PauseLimits } from "./reconnect-pause.ts";
import { isSameServer, missingTools } from "./same-server.ts";
import { readDefinitions, type ToolDefinition } from "./tool-definitions.ts";

export type ServerTiming = PauseLimits & {
  /** How often an idle server is asked whether it is still there, ms. */
  healthMs: number;
  /** How long a call waits for a server that is not connected, ms. */
  connectWaitMs: number;
};

type Deps = ConnectionDeps & { timing: ServerTiming; changed: () => void };
export type ServerStatus = "waiting" | "connecting" | "up" | "down";

/** A connection that ended sooner counts as a failed attempt, so that a crashing program is not started in a loop. */
const stableMs = 10_000;
/** Between two readings of a tool list that changes all the time. */
const relistMs = 200;

/**
 * One server of `mcp.json`: connects, connects again, and remembers its tools.
 *
 *   waiting → connecting → up → connecting → …     after every loss
 *                        ↘ down → connecting → …   after a pause that doubles, with jitter
 */
export class ToolServer {
  #config: ServerConfig;
  readonly #deps: Deps;
  readonly #closed = new AbortController();
  readonly #retiring = new Set<Connection>();
  readonly #first = Promise.withResolvers<void>();
  /** Ends with the attempt that is under way, or else with the next one. */
  #attempt = Promise.withResolvers<void>();
  #status: ServerStatus = "waiting";
  #problems: string[] = [];
  #definitions: ReadonlyMap<string, ToolDefinition> = new Map();
  #connection: Connection | null = null;
  #running: Promise<void> = Promise.resolve();
  #pause = new AbortController();
  #lost = Promise.withResolvers<void>();
  #isRelisting = false;
  #isStale = false;
  #isChecking = false;

  constructor(config: ServerConfig, deps: Deps) {
    this.#config = config;
    this.#deps = deps;
  }

  get config(): ServerConfig {
    return this.#config;
  }

  /** Takes other settings of the same server; false when it would have to be started anew. */
  adopt(config: ServerConfig): boolean {
    if (!isSameServer(config, this.#config)) return false;
    this.#config = config;
    return true;
  }

  /** Resolves when the first attempt to connect has ended, well or not. */
  get settled(): Promise<void> {
    return this.#first.promise;
  }

  get status(): ServerStatus {
    return this.#status;
  }

  /** Why it is down, or what is wrong with its tools; null when all is well. */
  get problem(): string | null {
    const missing = this.#status === "up" ? missingTools(this.#config, this.#definitions) : [];
    return [...this.#problems, ...missing].join(" ") || null;
  }

  /** Which age of the protocol it speaks; null while it is not connected. */
  get era(): "modern" | "legacy" | null {
    return this.#connection?.client.getProtocolEra() ?? null;
  }

  /** The tools it offers, by name; none while it is down. */
  get definitions(): ReadonlyMap<string, ToolDefinition> {
    return this.#definitions;
  }

  start(): void {
    if (this.#status !== "waiting" || this.#closed.signal.aborted) return;
    this.#become("connecting", []);
    // What a connection reads must never look as if it belonged to the call during which it happened to be opened.
    this.#running = currentCall.exit(() => this.#run());
  }

  /** A connection on which a call may be sent. Waits a while for one; `problem` says why there is none. */
  async connected(signal: AbortSignal): Promise<Connection | { problem: string }> {
    if (this.#connection?.router.mustBeReplaced === true) this.replace(this.#connection, "A call was given up.");
    if (this.#connection !== null) return this.#connection;
    if (this.#status === "waiting" || this.#closed.signal.aborted) return { problem: "It is not running." };
    this.#pause.abort();
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<void>();
    const patience = AbortSignal.any([signal, AbortSignal.timeout(this.#deps.timing.connectWaitMs)]);
    patience.addEventListener("abort", () => giveUp(), { once: true });
    await Promise.race([this.#attempt.promise, givenUp]);
    return this.#connection ?? { problem: this.problem ?? "It is not connected." };
  }

  /** Drops a connection that is of no more use and opens another; calls still in flight on it go on. */
  replace(connection: Connection, why: string): void {
    if (this.#connection !== connection) return;
    const { log } = this.#deps;
    log.info("tool-server.lost", { server: this.#config.id, why });
    this.#connection = null;
    this.#retiring.add(connection);
    void connection.router
      .whenIdle()
      .then(() => connection.close())
      .then(() => this.#retiring.delete(connection));
    this.#become("connecting", []);
    this.#lost.resolve();
  }

  /** Something failed that may mean that the server is gone: asks it. */
  async suspect(connection: Connection): Promise<void> {
    // A program that works on a call may be too busy to answer.
    if (this.#isChecking || this.#connection !== connection || !connection.router.isIdle) return;
    this.#isChecking = true;
    try {
      await connection.checkHealth();
    } catch (error) {
      this.replace(connection, `It does not answer: ${String(error)}`);
    } finally {
      this.#isChecking = false;
    }
  }

  /** Ends its process or session and everything in flight. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#pause.abort();
    this.#lost.resolve();
    await Promise.all([...this.#retiring].map((connection) => connection.close()));
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#closed.signal.aborted) {
      this.#lost = Promise.withResolvers();
      const connection = await this.#connect();
      this.#attempt.resolve();
      this.#first.resolve();
      this.#attempt = Promise.withResolvers();
      const upSince = performance.now();
      if (connection !== null) await this.#hold(connection);
      failures = connection !== null && performance.now() - upSince > stableMs ? 0 : failures + 1;
      await this.#rest(connection === null ? failures : failures - 1);
    }
    this.#attempt.resolve();
    this.#first.resolve();
  }

  async #connect(): Promise<Connection | null> {
    this.#pause = new AbortController();
    let opened: Connection | null = null;
    let isStale = false;
    try {
      opened = await openConnection(
        this.#config,
        this.#deps,
        {
          toolsChanged: () => {
            if (opened !== null && opened === this.#connection) void this.#relist(opened);
            else isStale = true;
          },
          suspect: () => opened !== null && void this.suspect(opened),
          lost: (why) => opened !== null && this.replace(opened, why),
        },
        this.#closed.signal,
      );
      const listed = await opened.listTools();
      this.#connection = opened;
      this.#take(listed);
      if (isStale) void this.#relist(opened);
      return opened;
    } catch (error) {
      await opened?.close();
      const problem = error instanceof Error ? error.message : String(error);
      // One line, not one for every attempt.
      if (!this.#closed.signal.aborted && this.#problems[0] !== problem)
        this.#deps.log.warn("tool-server.down", { server: this.#config.id, problem });
      this.#definitions = new Map();
      this.#become("down", [problem]);
      return null;
    }
  }

  /** Until the connection is lost or the app ends. */
  async #hold(connection: Connection): Promise<void> {
    const health = setInterval(() => void this.suspect(connection), this.#deps.timing.healthMs);
    health.unref();
    await this.#lost.promise;
    clearInterval(health);
    if (this.#closed.signal.aborted) {
      this.#connection = null;
      await connection.close();
    }
  }

  async #rest(failures: number): Promise<void> {
    const pauseMs = reconnectPause(failures, this.#deps.timing, Math.random());
    // Ends early when a call wants the server or the app ends.
    await delay(pauseMs, undefined, { signal: this.#pause.signal }).catch(() => {});
  }

  async #relist(connection: Connection): Promise<void> {
    this.#isStale = true;
    if (this.#isRelisting) return;
    this.#isRelisting = true;
    try {
      while (this.#isStale && this.#connection === connection) {
        this.#isStale = false;
        const listed = await connection.listTools();
        if (this.#connection === connection) this.#take(listed);
        await delay(relistMs);
      }
    } catch (error) {
      this.#deps.log.warn("tool-server.list-not-read", { server: this.#config.id, error });
      void this.suspect(connection);
    } finally {
      this.#isRelisting = false;
    }
  }

  #take(listed: ListedTool[]): void {
    const { definitions, problems } = readDefinitions(listed, this.#config.identity);
    this.#definitions = definitions;
    this.#become("up", problems);
  }

  #become(status: ServerStatus, problems: string[]): void {
    this.#status = status;
    this.#problems = problems;
    this.#deps.changed();
  }
}
