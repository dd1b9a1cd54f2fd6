import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { expectOne } from "#lib/store/engine/database.ts";
import type { WatchedFileRow } from "#lib/store/schema/schema.ts";

/** The stored state of a file; null before it was first read. */
export async function watchedFile({ db }: Pick<Database, "db">, name: string): Promise<WatchedFileRow | null> {
  return (await db.selectFrom("watched_files").selectAll().where("name", "=", name).executeTakeFirst()) ?? null;
}

/** As `watchedFile`, with the row locked until the transaction ends. */
export async function holdWatchedFile({ dialect }: Database, trx: Trx, name: string): Promise<WatchedFileRow | null> {
  const row = await trx
    .selectFrom("watched_files")
    .selectAll()
    .where("name", "=", name)
    .$if(dialect === "postgres", (file) => file.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a file as it is at the first start ever. False when another process just did. */
export async function firstSight({ now }: Database, trx: Trx, name: string, text: string): Promise<boolean> {
  const result = await trx
    .insertInto("watched_files")
    .values({
      name,
      confirmed_text: text,
      agreed_text: text,
      confirmed_at: sql<number>`${now}`,
      confirmed_by: null,
      waiting_text: null,
      waiting_at: null,
      problems_json: null,
    })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Puts a text in force; nothing waits any more. Its wording becomes the agreed one only where a person confirms it. */
export async function confirmText(
  { now }: Database,
  trx: Trx,
  of: { name: string; text: string; by: string | null },
): Promise<void> {
  const result = await trx
    .updateTable("watched_files")
    .set({
      confirmed_text: of.text,
      ...(of.by === null ? {} : { agreed_text: of.text }),
      confirmed_at: sql<number>`${now}`,
      confirmed_by: of.by,
      waiting_text: null,
      waiting_at: null,
      problems_json: null,
    })
    .where("name", "=", of.name)
    .executeTakeFirst();
  expectOne(result, `file ${of.name}`);
}

/** Replaces the text that waits, or clears it. */
export async function setWaiting(
  { now }: Database,
  trx: Trx,
  of: { name: string; waiting: { text: string; problemsJson: string | null } | null },
): Promise<void> {
  const { name, waiting } = of;
  const result = await trx
    .updateTable("watched_files")
    .set({
      waiting_text: waiting?.text ?? null,
      waiting_at: waiting === null ? null : sql<number>`${now}`,
      problems_json: waiting?.problemsJson ?? null,
    })
    .where("name", "=", name)
    .executeTakeFirst();
  expectOne(result, `file ${name}`);
}
