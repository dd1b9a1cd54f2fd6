import type { Duplex } from "node:stream";

/** The line of whoever shows nothing of ours. */
export const strangers = "strangers";

/** More than a person may have of streams, questions that wait and tabs; those of all 32 sealed lines fit beside strangers. */
export const mostConnections = { ofOne: 180, ofStrangers: 1_000 };

/**
 * Whose connections are open. The process has room for a limited number, and whoever opens them by the thousand and
 * finishes no request would keep everybody out (THREATS G7: slow and endless clients). Of one caller the connection
 * that asked nothing for longest goes. A new one is a stranger's until it asks something.
 */
export class OpenConnections {
  readonly #lines = new Map<string, Set<Duplex>>();
  readonly #lineOf = new WeakMap<Duplex, string>();

  /** There is a new connection. */
  came(socket: Duplex): void {
    this.asks(socket, strangers);
    socket.once("close", () => this.#leave(socket));
  }

  /** A connection brought a request of this caller. */
  asks(socket: Duplex, line: string): void {
    if (socket.destroyed) return;
    this.#leave(socket);
    const own = this.#lines.get(line) ?? new Set();
    this.#lines.set(line, own.add(socket));
    this.#lineOf.set(socket, line);
    const most = line === strangers ? mostConnections.ofStrangers : mostConnections.ofOne;
    const [oldest] = own;
    if (own.size <= most || oldest === undefined) return;
    this.#leave(oldest);
    oldest.destroy();
  }

  #leave(socket: Duplex): void {
    const line = this.#lineOf.get(socket);
    if (line === undefined) return;
    this.#lineOf.delete(socket);
    const own = this.#lines.get(line);
    own?.delete(socket);
    if (own?.size === 0) this.#lines.delete(line);
  }
}
