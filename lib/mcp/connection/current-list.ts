import type { Log } from "#lib/gate/contract/gate.ts";
import type { Connection, ToolList } from "./connection.ts";
import { endOf } from "./end-of.ts";
import { currentCall } from "#lib/mcp/transport/in-flight-call.ts";
import { ListAge } from "#lib/mcp/definitions/list-age.ts";
import { Relisting } from "#lib/mcp/definitions/relisting.ts";
import type { ServerTiming } from "./server-timing.ts";

type Of = {
  serverId: string;
  /** The connection that calls are sent on now. */
  connection: () => Connection | null;
  /** Asks whether the server is still there; the connection is replaced when it is not. */
  suspect: (connection: Connection) => Promise<void>;
  take: (list: ToolList) => void;
  /** The tools are taken away until a list is taken again. */
  takeAway: (problem: string) => void;
  log: Log;
  timing: ServerTiming;
};

/** Keeps what is known of a server's tools as the server says it (E1, E14). A list that cannot be read offers nothing. */
export class CurrentList {
  readonly #of: Of;
  readonly #age: ListAge;
  /** Why it cannot be read. */
  #unread: string | null = null;
  #reading: Promise<void> | null = null;
  readonly #relisting: Relisting;

  constructor(of: Of) {
    this.#of = of;
    this.#age = new ListAge(of.timing);
    this.#relisting = new Relisting(async () => {
      const connection = of.connection();
      if (connection !== null) await this.#read(connection);
      // The reading that was joined may have begun too early.
      if (this.#age.isStale) this.#relisting.announced();
      return of.connection() === null ? "over" : "go on";
    });
  }

  /** The server says that its list changed. */
  announced(): void {
    this.#age.announce();
    this.#relisting.announced();
  }

  /** The list of a new connection was taken: what was announced before that is read now. */
  follow(): void {
    this.#relisting.begin();
    if (this.#age.isStale) this.#relisting.announced();
  }

  /** Reads the first list of a connection that no call is sent on yet; rejects when it cannot. */
  async open(connection: Connection): Promise<ToolList> {
    const { now } = this.#age;
    const list = await connection.listTools();
    this.#age.read(now, list.ttlMs);
    this.#unread = null;
    return list;
  }

  /** Waits while an announced change is unread, as long as a call waits. */
  async settled(signal: AbortSignal): Promise<void> {
    const connection = this.#of.connection();
    if (connection !== null && this.#age.isStale) await this.compare(connection, signal);
  }

  /**
   * Reads the list again unless it still counts for a call that starts now, and gives up after a while. Resolves with
   * null when what was taken last is what the server says now, else with why that cannot be had, or with "stale" when the
   * connection is over.
   */
  async compare(connection: Connection, signal: AbortSignal): Promise<null | "stale" | { problem: string }> {
    const wanted = this.#age.wanted(connection.heardSince());
    const isCurrent = () => this.#unread === null && this.#age.isSince(wanted);
    const isOver = () => this.#of.connection() !== connection;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(this.#of.timing.connectWaitMs)]);
    // A reading that was under way may have begun too early; the next one did not.
    for (let readings = 0; readings < 2 && !isCurrent(); readings += 1) {
      await endOf(this.#read(connection), patience);
      if (this.#unread !== null || isOver() || patience.aborted) break;
    }
    if (isOver()) return "stale";
    return isCurrent() ? null : { problem: this.#unread ?? "It did not list its tools in time." };
  }

  /** One reading for all who want it. Never rejects: a list that cannot be read takes its tools away. */
  #read(connection: Connection): Promise<void> {
    // It must not look as if it belonged to the call that happens to wait for it.
    this.#reading ??= currentCall.exit(() => this.#readAgain(connection)).finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readAgain(connection: Connection): Promise<void> {
    const { serverId, suspect, take, takeAway, log } = this.#of;
    const isOver = () => this.#of.connection() !== connection;
    const { now } = this.#age;
    try {
      const list = await connection.listTools();
      if (isOver()) return;
      this.#age.read(now, list.ttlMs);
      this.#unread = null;
      take(list);
    } catch (error) {
      log.warn("tool-server.list-not-read", { server: serverId, error });
      await suspect(connection);
      // A connection that is over is replaced, and the next one begins with its list.
      if (isOver()) return;
      const problem = error instanceof Error ? error.message : String(error);
      this.#unread = `Its list of tools could not be read, so none of them is used. ${problem}`;
      takeAway(this.#unread);
      // It is tried again, later each time.
      this.#relisting.announced();
    }
  }
}
