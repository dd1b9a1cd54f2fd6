import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { Flooded } from "#lib/mcp/transport/flood-guard.ts";
import { currentCall } from "#lib/mcp/transport/in-flight-call.ts";
import { CallLanes, type NoPlace, type LanePlace } from "./call-lanes.ts";
import type { Connection } from "./connection.ts";
import type { ConnectionDeps } from "./connection-deps.ts";
import { openLane, type Lane } from "./lane.ts";
import type { ServerTiming } from "./server-timing.ts";

type Of = ConnectionDeps & {
  timing: ServerTiming;
  /** As it is started now. */
  config: () => ServerConfig;
  /** Whether each person signs in for themselves. */
  isPersonal: () => boolean;
  /** Aborts when the server is closed. */
  closed: AbortSignal;
  /** The first connection is over. */
  lost: (why: string | Flooded) => void;
};

/** Whose call it is, and of which tool; "" for what only reads, with who wants to read it. */
export type PersonAndTool = { personId: string; tool: string; reader?: string };

/** The connections of one server: the first one lists its tools, and calls may need further ones. */
export class Connections {
  readonly #of: Of;
  readonly #lanes: CallLanes;
  readonly #retiring = new Set<Connection>();
  readonly #checking = new Set<Connection>();
  #first: Connection | null = null;

  constructor(of: Of) {
    this.#of = of;
    this.#lanes = new CallLanes({
      asks: () => of.manners.asks,
      isPersonal: of.isPersonal,
      // Outside of the async context of the call that happens to need it.
      open: (personId) => currentCall.exit(() => this.#open(personId)),
      retire: (connection) => this.#retire(connection),
    });
  }

  /** The one that lists the server's tools; null while there is none. */
  get first(): Connection | null {
    return this.#first;
  }

  lead(lane: Lane): void {
    this.#first = lane.connection;
    this.#lanes.lead(lane);
  }

  /** Looks after the first connection; resolves when it is lost or the app ends. */
  async watch(connection: Connection, lost: Promise<void>): Promise<void> {
    const health = setInterval(() => void this.suspect(connection), this.#of.timing.healthMs);
    health.unref();
    await lost;
    clearInterval(health);
    if (this.#of.closed.aborted) await this.close();
  }

  /** Nobody waits for a place any more. */
  refuse(why: NoPlace): void {
    this.#lanes.refuse(why);
  }

  /** People signed in or out: no connection goes on as somebody who may not be signed in any more. */
  signInsChanged(): void {
    this.#lanes.endPersonal();
    const { transport } = this.#of.config();
    // Where people sign in for themselves, it sends a token only with lists, and looks up each time whose.
    const isOfAll = transport.kind === "http" && transport.oauth?.who !== "person";
    if (isOfAll && this.#first !== null) this.replace(this.#first, "Somebody signed in, or out.");
  }

  /** A place for one call. `waits` is told where it is not there at once. */
  async place(of: PersonAndTool, signal: AbortSignal, waits: () => void): Promise<LanePlace | NoPlace> {
    const { personId, tool, reader } = of;
    if (personId === "" && this.#of.isPersonal()) return { problem: "It serves only people who signed in to it." };
    const mayAsk = this.#of.manners.asksIn(tool);
    const place = await this.#lanes.enter({ personId, mayAsk, ...(reader !== undefined && { reader }) }, signal, waits);
    if ("problem" in place || !mayAsk || !place.lane.connection.router.isDoubtful) return place;
    // There can be no second one, and on this one its questions would belong to nobody.
    this.replace(place.lane.connection, "A call was given up.");
    place.leave();
    return this.place(of, signal, waits);
  }

  /** Replaces a connection; calls still in flight on it go on. After a flood they are over. */
  replace(connection: Connection, why: string | Flooded): void {
    const isFirst = this.#first === connection;
    if (isFirst) this.#first = null;
    if (!this.#lanes.drop(connection)) return;
    this.#of.log.info("tool-server.lost", { server: this.#of.config().id, why: String(why) });
    this.#retire(connection);
    if (isFirst) this.#of.lost(why);
    else if (why instanceof Flooded && this.#first !== null) this.replace(this.#first, why);
  }

  /** Checks the server after a failure that may mean that it is gone. */
  async suspect(connection: Connection): Promise<void> {
    // A program that works on a call may be too busy to answer.
    if (this.#checking.has(connection) || !connection.router.isIdle) return;
    this.#checking.add(connection);
    try {
      await connection.checkHealth();
    } catch (error) {
      this.replace(connection, `It does not answer: ${String(error)}`);
    } finally {
      this.#checking.delete(connection);
    }
  }

  /** Ends all of them, and everything in flight. */
  async close(): Promise<void> {
    this.#lanes.close();
    const first = this.#first;
    this.#first = null;
    await Promise.all([...this.#retiring, ...(first === null ? [] : [first])].map((connection) => connection.close()));
  }

  #retire(connection: Connection): void {
    this.#retiring.add(connection);
    void connection.router
      .whenIdle()
      .then(() => connection.close())
      .then(() => this.#retiring.delete(connection));
  }

  async #open(personId: string): Promise<Lane> {
    const config = this.#of.config();
    const events = {
      suspect: (connection: Connection) => this.suspect(connection),
      lost: (connection: Connection, why: string | Flooded) => this.replace(connection, why),
    };
    const era = this.#first?.client.getProtocolEra() ?? config.era;
    // A log of a connection on which one person is signed in may hold what only that person may see.
    const logged = this.#of.isPersonal() ? () => {} : this.#of.logged;
    const deps = { ...this.#of, personId, started: () => {}, logged };
    try {
      return await openLane({ ...config, era }, deps, events, this.#of.closed);
    } catch (error) {
      this.#of.log.warn("tool-server.no-further-connection", { server: config.id, error });
      throw error;
    }
  }
}
