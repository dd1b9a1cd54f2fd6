import type { Log } from "#lib/gate/contract/gate.ts";
import type { Connection, ToolList } from "./connection.ts";
import { endOf } from "./end-of.ts";
import { signInNeededIn } from "#lib/mcp/config/sign-in-needed.ts";
import { currentCall } from "#lib/mcp/transport/in-flight-call.ts";
import { ListAge } from "#lib/mcp/definitions/list-age.ts";
import { Relisting } from "#lib/mcp/definitions/relisting.ts";
import type { ServerTiming } from "./server-timing.ts";

type Of = {
  serverId: string;
  /** The connection on which calls are sent now. */
  connection: () => Connection | null;
  /** Checks whether the server still answers; replaces the connection if not. */
  suspect: (connection: Connection) => Promise<void>;
  /** The connection is of no more use. */
  lost: (connection: Connection, why: string) => void;
  take: (list: ToolList) => void;
  /** Removes the tools until a list is read again. */
  takeAway: (problem: string) => void;
  log: Log;
  timing: ServerTiming;
};

/**
 * Keeps the tool list of a server current (E1: changed definitions, E14: stale tool lists). A list that cannot be read
 * offers no tools.
 */
export class CurrentList {
  readonly #of: Of;
  readonly #age: ListAge;
  /** Why the list cannot be read; null when it can. */
  #unread: string | null = null;
  #reading: Promise<void> | null = null;
  readonly #relisting: Relisting;

  constructor(of: Of) {
    this.#of = of;
    this.#age = new ListAge(of.timing);
    this.#relisting = new Relisting(async () => {
      const connection = of.connection();
      if (connection !== null) await this.#read(connection);
      // The reading that was joined may have begun before the change.
      if (this.#age.isStale) this.#relisting.announced();
      return of.connection() === null ? "over" : "go on";
    });
  }

  /** The server announced a change of its list. */
  announced(): void {
    this.#age.announce();
    this.#relisting.announced();
  }

  /** The list of a new connection is in use: changes announced before it are read now. */
  follow(): void {
    this.#relisting.begin();
    if (this.#age.isStale) this.#relisting.announced();
  }

  /** Reads the first list of a new connection; rejects when that fails. */
  async open(connection: Connection): Promise<ToolList> {
    const { now } = this.#age;
    const list = await connection.listTools();
    this.#age.read(now, list.ttlMs);
    this.#unread = null;
    return list;
  }

  /** Waits until announced changes are read, as long as the call waits. */
  async settled(signal: AbortSignal): Promise<void> {
    const connection = this.#of.connection();
    if (connection !== null && this.#age.isStale) await this.compare(connection, signal);
  }

  /**
   * Reads the list again unless it is fresh enough for a call that starts now; gives up after a while. Resolves to null
   * when the list is current, to why it cannot be read, or to "stale" when the connection is over.
   */
  async compare(connection: Connection, signal: AbortSignal): Promise<null | "stale" | { problem: string }> {
    const wanted = this.#age.wanted(connection.heardSince());
    const isCurrent = () => this.#unread === null && this.#age.isSince(wanted);
    const isOver = () => this.#of.connection() !== connection;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(this.#of.timing.connectWaitMs)]);
    // The first reading may have begun before the change; the second did not.
    for (let readings = 0; readings < 2 && !isCurrent(); readings += 1) {
      await endOf(this.#read(connection), patience);
      if (this.#unread !== null || isOver() || patience.aborted) break;
    }
    if (isOver()) return "stale";
    return isCurrent() ? null : { problem: this.#unread ?? "It did not list its tools in time." };
  }

  /** One reading, shared by all callers. Never rejects: a list that cannot be read removes its tools. */
  #read(connection: Connection): Promise<void> {
    // Outside of the async context of the call that happens to wait for it.
    this.#reading ??= currentCall.exit(() => this.#readAgain(connection)).finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readAgain(connection: Connection): Promise<void> {
    const { serverId, suspect, lost, take, takeAway, log } = this.#of;
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
      // The next connection finds the same, and has calls wait for the sign-in.
      if (signInNeededIn(error) !== null) lost(connection, String(error));
      else await suspect(connection);
      // A connection that is over is replaced, and the next one reads its list first.
      if (isOver()) return;
      const problem = error instanceof Error ? error.message : String(error);
      this.#unread = `Its list of tools could not be read, so none of them is used. ${problem}`;
      takeAway(this.#unread);
      // Tried again, after growing pauses.
      this.#relisting.announced();
    }
  }
}
