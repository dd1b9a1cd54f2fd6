import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Schema } from "#lib/store/schema/schema.ts";
import type { Signal, Signals } from "#lib/store/engine/signals.ts";
import { SignalBus } from "./signal-bus.ts";

/** What every use of the store fails with once the process that made it is dead. */
export class Crashed extends Error {
  override name = "Crashed";
}

/** As when a connection breaks while the answer to a statement is on its way. */
class ReplyLost extends Error {
  override name = "ReplyLost";
  readonly code = "08006";
}

/**
 * One process's handle on a store that others share. After `kill` every statement of that process fails and its open
 * transaction is rolled back, as when the process had died; what it had committed stays, and so do the signals that it
 * had sent with that.
 */
export function mortalDatabase(shared: Database, bus: SignalBus = new SignalBus()): MortalDatabase {
  const life: Life = { dead: false, left: Infinity, untilLost: Infinity, wasReplyLost: false };
  const signals: Signals = {
    send: (signal) => bus.post(life, signal),
    sendWith: async (trx, signal) => void (await trx.executeQuery(CompiledQuery.raw(signalText, [signal]))),
    listen: (listener) => bus.listen(life, (signal) => void (life.dead || listener(signal))),
    isListening: () => true,
  };
  const db = new Kysely<Schema>({
    dialect: {
      ...partsOf[shared.dialect],
      createDriver: () => new MortalDriver(shared.db, life, (signal) => bus.post(life, signal)),
    },
  });
  const kill = () => {
    life.dead = true;
  };
  const killAtStatement = (count: number) => {
    life.left = count;
  };
  const loseReplyAt = (count: number) => {
    life.untilLost = count;
  };
  return {
    database: { ...shared, db, signals, close: async () => kill() },
    kill,
    killAtStatement,
    loseReplyAt,
    wasReplyLost: () => life.wasReplyLost,
    isDead: () => life.dead,
  };
}

const partsOf: Record<Database["dialect"], Omit<Dialect, "createDriver">> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (inner) => new SqliteIntrospector(inner),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (inner) => new PostgresIntrospector(inner),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

export type MortalDatabase = {
  database: Database;
  kill: () => void;
  /** Lets so many more statements succeed; the process dies when the next is done and before it hears of it. */
  killAtStatement: (count: number) => void;
  /** Lets so many more statements succeed; the next is done, the process does not hear of it, and lives on. */
  loseReplyAt: (count: number) => void;
  wasReplyLost: () => boolean;
  isDead: () => boolean;
};

type Life = { dead: boolean; left: number; untilLost: number; wasReplyLost: boolean };
type Post = (signal: Signal) => void;

/** Stands for the statement that notifies other processes; no database ever sees it. */
const signalText = "signal";

class MortalDriver implements Driver {
  readonly #shared: Kysely<Schema>;
  readonly #life: Life;
  readonly #post: Post;

  constructor(shared: Kysely<Schema>, life: Life, post: Post) {
    this.#shared = shared;
    this.#life = life;
    this.#post = post;
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  async acquireConnection(): Promise<MortalConnection> {
    refuseDead(this.#life);
    const connection = await new Promise<MortalConnection>((resolve, reject) => {
      this.#shared
        .getExecutor()
        .provideConnection((inner) => {
          const released = Promise.withResolvers<void>();
          resolve(new MortalConnection(inner, this.#life, { release: released.resolve, post: this.#post }));
          return released.promise;
        })
        .catch(reject);
    });
    if (this.#life.dead) connection.release();
    refuseDead(this.#life);
    return connection;
  }

  async beginTransaction(connection: MortalConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: MortalConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: MortalConnection): Promise<void> {
    await connection.rollBack();
  }

  async releaseConnection(connection: MortalConnection): Promise<void> {
    connection.release();
  }
}

class MortalConnection implements DatabaseConnection {
  readonly release: () => void;
  #isOpen = false;
  readonly #inner: DatabaseConnection;
  readonly #life: Life;

  readonly #post: Post;
  /** Sent when the transaction commits. */
  #signals: Signal[] = [];

  constructor(inner: DatabaseConnection, life: Life, { release, post }: { release: () => void; post: Post }) {
    this.#inner = inner;
    this.#life = life;
    this.release = release;
    this.#post = post;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    refuseDead(this.#life);
    if (query.sql === signalText) {
      this.#signals.push(query.parameters[0] as Signal);
      age(this.#life);
      return { rows: [] };
    }
    const result = await this.#inner.executeQuery<Row>(query);
    age(this.#life);
    return result;
  }

  async begin(): Promise<void> {
    refuseDead(this.#life);
    await this.#inner.executeQuery(CompiledQuery.raw("begin"));
    this.#isOpen = true;
    try {
      // Before anything is awaited: whether it dies here must not hang on what others do meanwhile.
      age(this.#life);
    } catch (error) {
      // Kysely does not roll back what it thinks has not begun.
      await this.rollBack();
      throw error;
    }
  }

  /** A process may die when its commit is done and before it knows. */
  async commit(): Promise<void> {
    refuseDead(this.#life);
    await this.#inner.executeQuery(CompiledQuery.raw("commit"));
    this.#isOpen = false;
    for (const signal of this.#signals.splice(0)) this.#post(signal);
    age(this.#life);
  }

  /** Also of a dead process: the database does it when the connection is gone. */
  async rollBack(): Promise<void> {
    this.#signals = [];
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#inner.executeQuery(CompiledQuery.raw("rollback"));
  }

  streamQuery(): never {
    throw new Error("Nothing streams from the store.");
  }
}

/** One statement is done; whoever dies now does not hear of it. */
function age(life: Life): void {
  if (life.left === 0) life.dead = true;
  refuseDead(life);
  life.left -= 1;
  life.untilLost -= 1;
  if (life.untilLost !== -1) return;
  life.wasReplyLost = true;
  throw new ReplyLost("The connection broke after a statement.");
}

function refuseDead(life: Life): void {
  if (life.dead) throw new Crashed("This process is dead.");
}
