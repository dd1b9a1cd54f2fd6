import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql, type RawBuilder } from "kysely";
import { inject, onTestFinished } from "vitest";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { forEverybody } from "#lib/store/engine/fair-turns.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { tableNames } from "#lib/store/engine/tables.ts";
import { connections, createDatabase, mostOpen, template } from "./test-template.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Maintenance database of the PostgreSQL that this run of the tests uses; null where they use SQLite. */
    postgresUrl: string | null;
    /** Whether a test of chance takes all the time that it is worth. */
    thorough: boolean;
  }
}

/**
 * An empty, migrated store for one test: in memory, or on the real PostgreSQL, whichever this run of the tests uses. It
 * goes when the test ends.
 */
export async function openTestDatabase({ now }: { now?: RawBuilder<number> } = {}): Promise<Database> {
  const url = inject("postgresUrl");
  const opened = url === null ? await inMemory() : await onPostgres(url);
  onTestFinished(() => opened.close());
  return now === undefined ? opened : { ...opened, now };
}

/** The same for all tests of a file, which closes it at its end. */
export function openFileDatabase(): Promise<Database> {
  const url = inject("postgresUrl");
  return url === null ? inMemory() : onPostgres(url);
}

/** What stands in a store that was just made; made once. */
let fresh: Promise<Buffer> | null = null;

async function inMemory(): Promise<Database> {
  return sqliteDatabase({ file: await (fresh ??= freshStore()) });
}

async function freshStore(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-store-"));
  const file = path.join(folder, "fresh.sqlite");
  const database = sqliteDatabase({ file: ":memory:" });
  try {
    await migrate(database);
    await sql`vacuum into ${file}`.execute(database.db);
    return await readFile(file);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

/** The databases of earlier tests, to be used again: emptying one takes a fraction of making one. */
const free: Database[] = [];
let open = 0;

async function onPostgres(maintenanceUrl: string): Promise<Database> {
  if (open === mostOpen)
    throw new Error(`A test with more than ${mostOpen} stores closes each when it is done with it.`);
  open += 1;
  const database = free.pop() ?? (await newDatabase(maintenanceUrl));
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await atRest(database);
    // Another process may still be writing at this very moment; then it is tried again.
    await inTransaction(database, async (trx) => {
      // As nobody but a superuser can: the audit trail refuses it otherwise.
      await sql`set local session_replication_role = 'replica'`.execute(trx);
      await sql`lock table ${sql.join(tableNames.map((name) => sql.table(name)))}`.execute(trx);
      await sql.raw(emptied).execute(trx);
    });
    open -= 1;
    free.push(database);
  };
  return { ...database, close };
}

async function newDatabase(maintenanceUrl: string): Promise<Database> {
  const url = await createDatabase(maintenanceUrl, template);
  // Patient, for a machine that is busy with other tests is no broken store.
  return postgresDatabase({ url, connections, patient: true, patienceMs: 60_000 });
}

/** For the few rows of a test a tenth of what `truncate` takes, which makes every table and index anew. */
const emptied = `do $$ declare at record; begin
  ${tableNames.map((name) => `delete from "${name}";`).join(" ")}
  for at in select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = current_schema()
  loop perform setval(at.name, 1, false); end loop;
end $$`;

/** Resolves when what a test began here has ended: what came after it would stand in the database of another test. */
async function atRest({ db }: Database): Promise<void> {
  const [all, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let held = 0;
  const hold = async () => {
    held += 1;
    if (held === connections) all.resolve();
    await seen.promise;
  };
  // A connection is lent to whoever asked first, so who has all of them comes after everybody.
  const holdAll = () => Array.from({ length: connections }, () => db.getExecutor().provideConnection(hold));
  // One person's work never gets all of them.
  const holding = forEverybody(holdAll);
  // A connection that cannot be had is an error, and nothing to wait for.
  await Promise.race([all.promise, Promise.all(holding)]);
  seen.resolve();
  await Promise.all(holding);
}
