import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient, type RawBuilder } from "kysely";
import pg from "pg";
import { type Database, defaultLeaseMs } from "./database.ts";
import { FairTurns } from "./fair-turns.ts";
import type { Schema } from "#lib/store/schema/schema.ts";
import { noSignals, type Signals } from "./signals.ts";

type Options = {
  /** postgres://… */
  url: string;
  /** Replaces the database's clock; for tests only. */
  now?: RawBuilder<number>;
  signals?: Signals;
  /** Called when a connection broke while nobody used it. */
  onError?: (error: Error) => void;
  /** Most connections at once. */
  connections?: number;
  /** No time limits: for changes of the schema and for copying, never for requests. */
  patient?: boolean;
  /** Time limit for such a connection to open; all others may be taken. */
  patienceMs?: number;
};

/**
 * For a turn and a connection together. With a statement under two seconds: every request is answered within that, also
 * while the database is gone.
 */
const turnMs = 500;

const impatience = {
  // Longer than anybody waits for it: a server that is too busy to open one in half a second would never open any.
  connectionTimeoutMillis: 2_000,
  // On the server, where a connection that was cut off would keep its locks. Longer than `deadlock_timeout`, one second,
  // after which PostgreSQL looks for a deadlock.
  statement_timeout: 1_200,
  lock_timeout: 1_200,
  // The server says so first: a connection on which no answer came is lost.
  query_timeout: 1_400,
  idle_in_transaction_session_timeout: 2_000,
};

/** Opens a pool of connections; connects at the first use. The caller owns it and closes it. */
export function postgresDatabase({
  url,
  now,
  signals = noSignals,
  onError,
  connections = 10,
  patient = false,
  patienceMs = 5_000,
}: Options): Database {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "countersign",
    max: connections,
    types: { getTypeParser },
    keepAlive: true,
    // Keeps some idle connections open: on a busy machine a new one may take longer than a request may wait.
    ...(patient ? { connectionTimeoutMillis: patienceMs } : { ...impatience, min: Math.min(2, connections) }),
  });
  pool.on("error", (error) => onError?.(error));
  hearOfLosses(pool);
  const turns = new FairTurns(connections);
  const fairPool = distrustfulPool(pool, turns, patient ? undefined : turnMs);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: fairPool }) });
  return {
    db,
    dialect: "postgres",
    signals,
    leaseMs: defaultLeaseMs,
    // The wall clock, not the transaction's: a deadline that passes while a statement waits has passed.
    now: now ?? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`,
    close: () => db.destroy(),
  };
}

/**
 * An error without a listener ends the process, and a connection between two borrowers has none: the server may end it
 * in the moment in which it becomes ready. The driver tells the next borrower.
 */
export function hearOfLosses(pool: pg.Pool): void {
  pool.on("connect", (client) => void client.on("error", () => {}));
}

const int8 = 20;

/** Times and counters are int8, which the driver returns as text. All of ours are exact as numbers. */
function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  return oid === int8 ? safeInteger : pg.types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The store holds ${text}, which is beyond the safe integers.`);
  return value;
}

/** A connection that broke during a statement: the statement may have run or not. */
class ConnectionBroken extends Error {
  override name = "ConnectionBroken";
  readonly code = "08006";
}

/**
 * A pool that never lends a connection again after an answer is missing: the answer might arrive later, as the answer
 * to somebody else's statement. It also names statements, so that PostgreSQL plans each once per connection. Whoever has
 * a turn finds a connection that nobody uses, or has one opened; what opens later than `withinMs` after the request is for
 * who comes next.
 */
function distrustfulPool(pool: pg.Pool, turns: FairTurns, withinMs: number | undefined): PostgresPool {
  return {
    connect: async () => {
      const until = withinMs === undefined ? undefined : performance.now() + withinMs;
      const endTurn = await turns.take(withinMs);
      const opening = pool.connect();
      const { promise: late, reject } = Promise.withResolvers<never>();
      // The pool's own words.
      const tooLate = () => reject(new Error("timeout exceeded when trying to connect"));
      const timer = until === undefined ? undefined : setTimeout(tooLate, until - performance.now());
      try {
        return wary(await Promise.race([opening, late]), endTurn);
      } catch (error) {
        opening
          .then((client) => client.release())
          .finally(endTurn)
          .catch(() => {});
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    end: () => pool.end(),
  };
}

function wary(client: pg.PoolClient, endTurn: () => void): PostgresPoolClient {
  let broken: Error | null = null;
  let stale: Error | null = null;
  // The connection may also break while no statement runs.
  const lost = (error: Error) => {
    broken ??= error;
  };
  client.on("error", lost);
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (broken !== null) throw new ConnectionBroken("The connection to the store broke.", { cause: broken });
    try {
      return await client.query({ ...nameOf(text), text, values: [...values] });
    } catch (error) {
      if (isStalePlan(error)) {
        // Its other plans are just as old. Outside a transaction this statement runs again without a plan; the next
        // borrower gets another connection.
        stale = error;
        return client.query({ text, values: [...values] }).catch(() => Promise.reject(error));
      }
      if (!leavesConnection(error)) broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  const heeded: typeof query = async (text, values) => {
    const result = await query(text, values);
    // A commit ends a transaction of which a statement failed, too, and does not call that an error.
    if (text === "commit" && result.command !== "COMMIT") throw new Error("Nothing was committed: a statement failed.");
    return result;
  };
  // Kysely calls it with these arguments and, without a streaming cursor, with no others.
  return {
    query: heeded as unknown as PostgresPoolClient["query"],
    release: () => {
      // A connection that is about to be closed keeps its listener: an error without one ends the process.
      if (broken === null && stale === null) client.off("error", lost);
      client.release(broken ?? stale ?? undefined);
      endTurn();
    },
  };
}

/**
 * Whether the connection is usable after an error: yes when PostgreSQL refused a statement, unless it ended the
 * connection too.
 */
function leavesConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== "FATAL" && error.severity !== "PANIC";
}

/** A newer release changed a table while this one was running on it. */
function isStalePlan(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === "0A000" && /cached plan/.test(error.message);
}

const names = new Map<string, string>();

/** Names only the first statements: lists of any length make ever more texts, and the rest are planned each time. */
function nameOf(text: string): { name?: string } {
  let name = names.get(text);
  if (name === undefined && names.size < 400) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
    names.set(text, name);
  }
  return name === undefined ? {} : { name };
}
