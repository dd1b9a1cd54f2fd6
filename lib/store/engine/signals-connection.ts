import { Socket } from "node:net";
import pg from "pg";

/** A keep-alive query: on a connection that only listens, a broken one looks like silence. */
const lookEveryMs = 2_000;
/** A connection that has not answered by then is closed. */
const answerWithinMs = 2_000;
const pauses = { firstMs: 100, longestMs: 2_000 };

type Options = {
  /** postgres://… */
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  /** Called every time the connection is up, first and again. */
  onConnected: () => void;
  /** Called every time it is lost or could not be made. */
  onLost: (error: Error) => void;
};

type Connection = { client: pg.Client; socket: Socket; isLost: boolean };

/**
 * One connection to PostgreSQL that listens on a channel and reconnects until it is closed. It notices a connection
 * that was cut off silently within four seconds.
 */
export class SignalsConnection {
  readonly #options: Options;
  #current: Connection | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    void this.#connect();
  }

  get isConnected(): boolean {
    return this.#current !== null;
  }

  /** Throws when there is no connection, or when it broke: then the statement may have run or not. */
  query(text: string, values: unknown[]): Promise<void> {
    const result = this.#turn.then(() => this.#query(text, values));
    // The driver wants one statement at a time.
    this.#turn = result.catch(() => {});
    return result;
  }

  async #query(text: string, values: unknown[]): Promise<void> {
    const connection = this.#current;
    if (connection === null) throw new Error("There is no connection to the store for signals.");
    try {
      await connection.client.query(text, values);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#lose(connection, asError(error));
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    const connection = this.#current;
    this.#current = null;
    connection?.client.end().catch(() => connection.socket.destroy());
    // A server that does not answer must not delay the end of the process.
    if (connection) setTimeout(() => connection.socket.destroy(), 500).unref();
  }

  async #connect(): Promise<void> {
    const { url, channel, onNotification, onConnected } = this.#options;
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      application_name: "countersign signals",
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      // Our own socket, so that we can destroy it when the connection does not even answer to being closed.
      stream: () => socket,
    });
    const connection = { client, socket, isLost: false };
    client.on("error", (error) => this.#lose(connection, error));
    client.on("notification", ({ payload = "" }) => onNotification(payload));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      return this.#lose(connection, asError(error));
    }
    if (this.#closed) socket.destroy();
    if (this.#closed || connection.isLost) return;
    this.#current = connection;
    this.#failures = 0;
    this.#lookLater(connection);
    onConnected();
  }

  #lookLater(connection: Connection): void {
    this.#timer = setTimeout(() => {
      this.query("select 1", []).then(
        () => this.#current === connection && this.#lookLater(connection),
        (error: unknown) => this.#lose(connection, asError(error)),
      );
    }, lookEveryMs);
  }

  /** Errors of the connection and of its statements both come here; the first one counts. */
  #lose(connection: Connection, error: Error): void {
    if (connection.isLost) return;
    connection.isLost = true;
    connection.socket.destroy();
    if (this.#current === connection) this.#current = null;
    if (this.#closed) return;
    this.#options.onLost(error);
    this.#failures += 1;
    const pause = Math.min(pauses.longestMs, pauses.firstMs * 2 ** (this.#failures - 1));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), pause * (0.5 + Math.random() / 2));
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
