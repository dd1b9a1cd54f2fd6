import { sql, type Kysely, type Transaction } from "kysely";
import type { Database } from "./database.ts";
import { type TableName, tableNames, tables } from "./tables.ts";

/** How many rows of each table were copied, read back and found equal. */
export type Copied = { table: TableName; rows: number }[];

/** Why nothing was copied, in a sentence. */
export class NotCopied extends Error {
  override name = "NotCopied";
}

type Cell = string | number | null;
type Row = Record<string, Cell>;
/** The schema as rows of any columns: every table is copied as it is. */
type Rows = Record<TableName, Row>;

/**
 * Copies every row of a SQLite store into an empty PostgreSQL store, both with this release's schema, reads each row
 * back, and commits only when all are equal. Throws `NotCopied` or the database's own error; then the target is
 * unchanged. The source must have no other writer. The target's connection should be a patient one.
 */
export async function copyStore(source: Database, target: Database): Promise<Copied> {
  const from = asRows(source);
  await refuseUnstorable(from);
  return asRows(target)
    .transaction()
    .execute(async (trx) => {
      // Held until the commit, so that no running process writes to the target meanwhile.
      await sql`lock table ${sql.join(tableNames.map((table) => sql.table(table)))} in share row exclusive mode`.execute(
        trx,
      );
      await refuseFilled(trx);
      for (const table of tableNames) {
        for await (const batch of batchesOf(from, table)) await insert(trx, table, batch);
      }
      await raiseCounters(trx);
      const copied: Copied = [];
      for (const table of tableNames) copied.push({ table, rows: await verify(from, trx, table) });
      return copied;
    });
}

function asRows({ db }: Database): Kysely<Rows> {
  return db as unknown as Kysely<Rows>;
}

/** PostgreSQL stores every text except one with U+0000. */
async function refuseUnstorable(from: Kysely<Rows>): Promise<void> {
  for (const table of tableNames) {
    for await (const row of from.selectFrom(table).selectAll().stream()) {
      const column = Object.keys(row).find((name) => String(row[name]).includes("\0"));
      if (column !== undefined) {
        throw new NotCopied(
          `${rowName(table, row)} has a NUL character in ${column}, which PostgreSQL cannot hold; remove it first.`,
        );
      }
    }
  }
}

async function refuseFilled(trx: Transaction<Rows>): Promise<void> {
  const filled: string[] = [];
  for (const table of tableNames) {
    const rows = await countOf(trx, table);
    if (rows > 0) filled.push(`${table} (${rows})`);
  }
  if (filled.length > 0) throw new NotCopied(`It is not empty: there are rows in ${filled.join(", ")}.`);
}

async function countOf(db: Kysely<Rows>, table: TableName): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((all) => all.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A statement takes 65,535 parameters at most, and a message may be as large as a megabyte. */
const most = { rows: 500, characters: 4_000_000 };

/** All rows of a table, in batches that fit one statement. */
async function* batchesOf(from: Kysely<Rows>, table: TableName): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    batch.push(row);
    for (const cell of Object.values(row)) characters += typeof cell === "string" ? cell.length : 8;
    if (batch.length < most.rows && characters < most.characters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function insert(trx: Transaction<Rows>, table: TableName, batch: Row[]): Promise<void> {
  try {
    await trx.insertInto(table).values(batch).execute();
  } catch (error) {
    throw new Error(`Rows of ${table} could not be written`, { cause: error });
  }
}

/** PostgreSQL's next generated number must be above all copied ones. */
async function raiseCounters(trx: Transaction<Rows>): Promise<void> {
  const { rows } = await sql<{ table_name: TableName; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'
  `.execute(trx);
  for (const { table_name: table, column_name: column } of rows) {
    await sql`
      select setval(pg_get_serial_sequence(${sql.lit(table)}, ${sql.lit(column)}), max(${sql.ref(column)}))
      from ${sql.table(table)}
    `.execute(trx);
  }
}

/** Compares each row with its copy; resolves to the number of rows. */
async function verify(from: Kysely<Rows>, trx: Transaction<Rows>, table: TableName): Promise<number> {
  let rows = 0;
  for await (const batch of batchesOf(from, table)) {
    const found = new Map((await readBack(trx, table, batch)).map((row) => [keyOf(table, row), row]));
    for (const row of batch) {
      const copy = found.get(keyOf(table, row));
      if (copy === undefined) throw new NotCopied(`${rowName(table, row)} could not be found again after copying.`);
      const columns = new Set([...Object.keys(row), ...Object.keys(copy)]);
      const other = [...columns].filter((column) => row[column] !== copy[column]);
      if (other.length > 0)
        throw new NotCopied(`${rowName(table, row)} is not the same after copying: ${other.join(", ")}.`);
    }
    rows += batch.length;
  }
  const there = await countOf(trx, table);
  if (there !== rows)
    throw new NotCopied(`The table ${table} has ${there} rows after copying, but should have ${rows}.`);
  return rows;
}

function readBack(trx: Transaction<Rows>, table: TableName, batch: Row[]): Promise<Row[]> {
  const columns = sql.join(tables[table].map((column) => sql.ref(column)));
  const keys = sql.join(batch.map((row) => sql`(${sql.join(tables[table].map((column) => row[column]))})`));
  return trx
    .selectFrom(table)
    .selectAll()
    .where(sql<boolean>`(${columns}) in (${keys})`)
    .execute();
}

function keyOf(table: TableName, row: Row): string {
  return JSON.stringify(tables[table].map((column) => row[column]));
}

/** For messages: names a row by its key, which is not secret. */
function rowName(table: TableName, row: Row): string {
  return `The row ${tables[table].map((column) => `${column}=${JSON.stringify(row[column])}`).join(", ")} of ${table}`;
}
