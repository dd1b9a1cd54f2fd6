import type Sqlite from "better-sqlite3";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { FairTurns } from "./fair-turns.ts";
import { syncedLater, type LogOnDisk } from "./log-on-disk.ts";

type Options = {
  connection: Sqlite.Database;
  prepare: (text: string) => Sqlite.Statement;
  /** Null for a database in memory. */
  log: LogOnDisk | null;
};

/**
 * One SQLite connection, lent to one user at a time. A commit resolves when it is on the disk; the next user gets the
 * connection as soon as the commit is made, so that one sync serves many commits.
 */
export class SqliteDriver implements Driver {
  readonly #options: Options;
  readonly #turns = new FairTurns(1);

  constructor(options: Options) {
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Turn> {
    return new Turn(this.#options, await this.#turns.take());
  }

  async beginTransaction(turn: Turn): Promise<void> {
    // After a failed sync no further commit can be kept.
    this.#options.log?.refuseAfterFailure();
    // `immediate`: a transaction that reads first and writes later would fail when another process wrote in between.
    turn.run("begin immediate");
  }

  async commitTransaction(turn: Turn): Promise<void> {
    turn.run("commit");
    turn.end();
    await kept(this.#options);
  }

  async rollbackTransaction(turn: Turn): Promise<void> {
    turn.rollback();
  }

  async releaseConnection(turn: Turn): Promise<void> {
    turn.end();
  }

  async destroy(): Promise<void> {
    await this.#options.log?.close();
    this.#options.connection.close();
  }
}

/** The turn of one user of the connection. */
class Turn implements DatabaseConnection {
  readonly #options: Options;
  readonly #passOn: () => void;
  #isOver = false;

  constructor(options: Options, passOn: () => void) {
    this.#options = options;
    this.#passOn = passOn;
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#passOn();
  }

  run(text: string): void {
    this.#statement(text).run();
  }

  /** On a full disk SQLite has already rolled back. A failed sync does not undo a commit. */
  rollback(): void {
    if (!this.#isOver && this.#options.connection.inTransaction) this.run("rollback");
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#statement(sql);
    const result = statement.reader
      ? // The caller knows the columns it asked for.
        { rows: statement.all(parameters) as Row[] }
      : affected<Row>(statement.run(parameters));
    // A write outside a transaction is a commit.
    if (!statement.readonly && !this.#options.connection.inTransaction) await kept(this.#options);
    return result;
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#statement(query.sql).iterate(query.parameters)) yield { rows: [row as Row] };
  }

  #statement(text: string): Sqlite.Statement {
    if (this.#isOver) throw new Error("This connection was already released.");
    return this.#options.prepare(text);
  }
}

/** Resolves when what was committed is on the disk, or at once where the running code does not wait for that. */
async function kept({ log }: Options): Promise<void> {
  if (syncedLater.getStore()) log?.soon();
  else await log?.written();
}

function affected<Row>({ changes, lastInsertRowid }: Sqlite.RunResult): QueryResult<Row> {
  return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
}
