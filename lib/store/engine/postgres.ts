import { createHash } from "node:crypto";
import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient, type RawBuilder } from "kysely";
import pg from "pg";
import { type Database, defaultLeaseMs } from "./database.ts";
import type { Schema } from "#lib/store/schema/schema.ts";
import { noSignals, type Signals } from "./signals.ts";

type Options = {
  /** postgres://… */
  url: string;
  /** Replaces the database's clock; for tests only. */
  now?: RawBuilder<number>;
  signals?: Signals;
  /** Hears of connections that broke while nobody used them. */
  onError?: (error: Error) => void;
  /** Most connections at once. */
  connections?: number;
  /** Waits for as long as it takes: for changes of the schema and for copying, never for requests. */
  patient?: boolean;
  /** How long that is for a connection, which another may have. */
  patienceMs?: number;
};

/**
 * Together under two seconds, in which every request is answered, also while the database is gone and the machine is
 * busy with that.
 */
const impatience = {
  connectionTimeoutMillis: 500,
  // Longer than the second after which PostgreSQL looks whether two transactions wait for each other.
  query_timeout: 1_200,
  // Also on the server, where a connection that was cut off would hold its locks.
  statement_timeout: 1_200,
  lock_timeout: 1_200,
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
    // Some stay open when nobody asks: on a busy machine a new one may take longer than a request may wait for it.
    ...(patient ? { connectionTimeoutMillis: patienceMs } : { ...impatience, min: Math.min(2, connections) }),
  });
  pool.on("error", (error) => onError?.(error));
  hearOfLosses(pool);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: distrustfulPool(pool) }) });
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
 * An error that nobody hears ends the process, and between two owners a connection has nobody: the server may say
 * good-bye in the same breath in which it says that it is ready. Whoever uses the connection next is told by the driver.
 */
export function hearOfLosses(pool: pg.Pool): void {
  pool.on("connect", (client) => void client.on("error", () => {}));
}

const int8 = 20;

/** Times and counters are int8, which the driver gives as text. All of ours are exact as numbers. */
function getTypeParser(...[oid, format]: Parameters<typeof pg.types.getTypeParser>) {
  return oid === int8 ? safeInteger : pg.types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The store holds ${text}, which is more than a number can.`);
  return value;
}

/** A connection that broke in the middle of something; what it was doing may have been done or not. */
class ConnectionBroken extends Error {
  override name = "ConnectionBroken";
  readonly code = "08006";
}

/**
 * A pool that never lends a connection again on which an answer did not come: the answer might come later, to somebody
 * else's question. It also lets PostgreSQL plan each statement once per connection.
 */
function distrustfulPool(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => wary(await pool.connect()),
    end: () => pool.end(),
  };
}

function wary(client: pg.PoolClient): PostgresPoolClient {
  let broken: Error | null = null;
  let stale: Error | null = null;
  // It may also be lost while nothing is asked of it.
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
        // Its other plans are as old: this statement does without, unless it is in a transaction, and the next
        // borrower gets another connection.
        stale = error;
        return client.query({ text, values: [...values] }).catch(() => Promise.reject(error));
      }
      if (!leavesConnection(error)) broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  // Kysely calls it in this way and, without a cursor to stream from, in no other.
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release: () => {
      // One that is to be closed keeps its listener: an error that nobody hears ends the process.
      if (broken === null && stale === null) client.off("error", lost);
      client.release(broken ?? stale ?? undefined);
    },
  };
}

/** What PostgreSQL itself refuses leaves the connection whole, unless it says good-bye with it. */
function leavesConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== "FATAL" && error.severity !== "PANIC";
}

/** A newer release changed a table while this one was running on it. */
function isStalePlan(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === "0A000" && /cached plan/.test(error.message);
}

const names = new Map<string, string>();

/** Statements with lists of any length are endless; those beyond the first many are planned each time. */
function nameOf(text: string): { name?: string } {
  let name = names.get(text);
  if (name === undefined && names.size < 400) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 20);
    names.set(text, name);
  }
  return name === undefined ? {} : { name };
}
