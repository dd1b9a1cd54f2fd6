import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { Allowance, type Limit } from "./allowance.ts";

/** A server was dropped because it used more of the process than any server needs; the message is for the owner. */
export class Flooded extends Error {
  /** The reason, in short. */
  readonly short: string;

  constructor(short: string) {
    super(`It was dropped: ${short}. It is tried again after a pause.`);
    this.short = short;
  }
}

export type FloodLimits = {
  /** Lines of a program, or events and answers of a web server, of any kind. Logs and progress come in bursts. */
  messages: Limit;
  /** Requests of the server: pings, questions, and what we do not offer. */
  requests: Limit;
  /** Small pieces in which a web server sends it: each is work before anything is read. */
  pieces: Limit;
  /** Reading speed of what it sends. */
  bytes: Limit;
  /** Our answers that it has not read. */
  unread: number;
};

const usualLimits: FloodLimits = {
  messages: { burst: 2_000, perSecond: 500 },
  requests: { burst: 110, perSecond: 20 },
  pieces: { burst: 20_000, perSecond: 2_000 },
  bytes: { burst: 32 * 1024 * 1024, perSecond: 8 * 1024 * 1024 },
  unread: 120,
};

/** What a server may still take of the process, over all its connections. */
export type Allowances = { [Of in "messages" | "requests" | "pieces" | "bytes"]: Allowance };

export function allowancesOf(limits: FloodLimits = usualLimits): Allowances {
  return {
    messages: new Allowance(limits.messages),
    requests: new Allowance(limits.requests),
    pieces: new Allowance(limits.pieces),
    bytes: new Allowance(limits.bytes),
  };
}

/** Yields to other work after so many messages and chunks of one server. */
const mostPerTurn = 25;
/** A chunk counts for at least this many bytes: even a small one is work. */
const leastBytes = 1024;
/** Bytes that each JSON value counts for besides its own, and how many values are as much work as a message. */
const bytesOfValue = 16;
const valuesPerTurn = 1_000;

/**
 * Bounds what a server may take of the process by one connection. A flood or a backlog ends the connection, large
 * messages are read slowly, and other work runs between many messages (THREATS G15).
 */
export class FloodGuard {
  readonly #limits: FloodLimits;
  readonly #left: Allowances;
  readonly #over = new AbortController();
  #sinceTurn = 0;
  #unread = 0;

  /** `left` is shared by the connections of one server. */
  constructor(limits: FloodLimits = usualLimits, left: Allowances = allowancesOf(limits)) {
    this.#limits = limits;
    this.#left = left;
  }

  /** Aborts, with a `Flooded` as its reason, when the connection must be dropped. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** Why the connection was dropped; null while it was not. */
  get flooded(): Flooded | null {
    return this.#over.signal.aborted ? (this.#over.signal.reason as Flooded) : null;
  }

  /** Resolves when a chunk of so many bytes may be read; `values` came before it. */
  async chunk(bytes: number, values: number): Promise<void> {
    const waitMs = this.#left.bytes.take(Math.max(bytes, leastBytes) + values * bytesOfValue);
    if (waitMs > 0) await delay(waitMs, undefined, { ref: false, signal: this.over }).catch(() => {});
    this.#sinceTurn += 1 + values / valuesPerTurn;
    if (this.#sinceTurn >= mostPerTurn) await this.turn();
  }

  /** Counts the small pieces in which answers arrive; too many of them end the connection. */
  readonly pieces = {
    isTooMany: (pieces: number) => this.#left.pieces.take(pieces) > 0,
    end: () => this.#flood(`it sent more than ${this.#limits.pieces.perSecond} small pieces a second`),
  };

  /** Counts one message before it is parsed; true when other work must run first, by `turn`. Throws over the limit. */
  message(): boolean {
    this.over.throwIfAborted();
    if (this.#left.messages.take(1) > 0)
      this.#drop(`it sent more than ${this.#limits.messages.perSecond} messages a second`);
    this.#sinceTurn += 1;
    return this.#sinceTurn >= mostPerTurn;
  }

  /** Allows one message more: the answer to a request of ours is no flood. */
  expectAnswer(): void {
    this.#left.messages.take(-1);
  }

  async turn(): Promise<void> {
    this.#sinceTurn = 0;
    await nextTurn();
  }

  /** Counts one request of the server. Throws over the limit. */
  request(): void {
    this.over.throwIfAborted();
    if (this.#left.requests.take(1) > 0)
      this.#drop(`it asked more than ${this.#limits.requests.perSecond} things a second of us`);
  }

  /** Sends a message that the server does not answer. */
  async answer<Sent>(send: () => Promise<Sent>): Promise<Sent> {
    this.over.throwIfAborted();
    if (this.#unread >= this.#limits.unread) this.#drop("it does not take our answers as fast as it asks");
    this.#unread += 1;
    try {
      return await send();
    } finally {
      this.#unread -= 1;
    }
  }

  /** Throws when the server leaves more unread than the largest message. */
  backedUp(bytes: number, maxBytes: number): void {
    this.over.throwIfAborted();
    if (bytes > maxBytes) this.#drop("it does not read what we send");
  }

  #drop(why: string): never {
    throw this.#flood(why);
  }

  #flood(why: string): Flooded {
    this.#over.abort(new Flooded(why));
    return this.#over.signal.reason as Flooded;
  }
}
