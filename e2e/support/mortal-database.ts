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
import type { Database } from "#lib/store/database.ts";
import type { Schema } from "#lib/store/schema.ts";

/** What every use of the store fails with once the process that made it is dead. */
export class Crashed extends Error {
  override name = "Crashed";
}

/**
 * One process's handle on a store that others share. After `kill` every statement of that process fails and its open
 * transaction is rolled back, as when the process had died; what it had committed stays.
 */
export function mortalDatabase(shared: Database): MortalDatabase {
  const life: Life = { dead: false, left: Infinity };
  const db = new Kysely<Schema>({
    dialect: {
      ...partsOf[shared.dialect],
      createDriver: () => new MortalDriver(shared.db, life),
    },
  });
  const kill = () => {
    life.dead = true;
  };
  const killAtStatement = (count: number) => {
    life.left = count;
  };
  return {
    database: { ...shared, db, close: async () => kill() },
    kill,
    killAtStatement,
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
  isDead: () => boolean;
};

type Life = { dead: boolean; left: number };

class MortalDriver implements Driver {
  readonly #shared: Kysely<Schema>;
  readonly #life: Life;

  constructor(shared: Kysely<Schema>, life: Life) {
    this.#shared = shared;
    this.#life = life;
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
          resolve(new MortalConnection(inner, this.#life, released.resolve));
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

  constructor(inner: DatabaseConnection, life: Life, release: () => void) {
    this.#inner = inner;
    this.#life = life;
    this.release = release;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    refuseDead(this.#life);
    const result = await this.#inner.executeQuery<Row>(query);
    age(this.#life);
    return result;
  }

  async begin(): Promise<void> {
    refuseDead(this.#life);
    await this.#inner.executeQuery(CompiledQuery.raw("begin"));
    this.#isOpen = true;
    // Kysely does not roll back what it thinks has not begun.
    if (this.#life.dead || this.#life.left === 0) await this.rollBack();
    age(this.#life);
  }

  /** A process may die when its commit is done and before it knows. */
  async commit(): Promise<void> {
    refuseDead(this.#life);
    await this.#inner.executeQuery(CompiledQuery.raw("commit"));
    this.#isOpen = false;
    age(this.#life);
  }

  /** Also of a dead process: the database does it when the connection is gone. */
  async rollBack(): Promise<void> {
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
}

function refuseDead(life: Life): void {
  if (life.dead) throw new Crashed("This process is dead.");
}
