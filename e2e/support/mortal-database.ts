import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
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
export function mortalDatabase(shared: Database): { database: Database; kill: () => void } {
  const life = { dead: false };
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new MortalDriver(shared.db, life),
      createIntrospector: (inner) => new SqliteIntrospector(inner),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const kill = () => {
    life.dead = true;
  };
  return { database: { db, now: shared.now, close: async () => kill() }, kill };
}

type Life = { dead: boolean };

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
    await connection.executeQuery(CompiledQuery.raw("begin"));
    connection.isOpen = true;
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
  isOpen = false;
  readonly release: () => void;
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
    refuseDead(this.#life);
    return result;
  }

  /** A process may die when its commit is done and before it knows. */
  async commit(): Promise<void> {
    refuseDead(this.#life);
    await this.#inner.executeQuery(CompiledQuery.raw("commit"));
    this.isOpen = false;
    refuseDead(this.#life);
  }

  /** Also of a dead process: the database does it when the connection is gone. */
  async rollBack(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.#inner.executeQuery(CompiledQuery.raw("rollback"));
  }

  streamQuery(): never {
    throw new Error("Nothing streams from the store.");
  }
}

function refuseDead(life: Life): void {
  if (life.dead) throw new Crashed("This process is dead.");
}
