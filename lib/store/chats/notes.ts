import { sql } from "kysely";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";

export type Note = { id: string; text: string };

export async function insertNote(database: Database, personId: string, note: Note): Promise<void> {
  await inTransaction(database, async (trx) => {
    const created_at = sql<number>`${database.now}`;
    await trx
      .insertInto("notes")
      .values({ ...note, person_id: personId, created_at })
      .execute();
  });
}

/** Oldest first, at most 200. */
export function notesOf({ db }: Database, personId: string): Promise<Note[]> {
  return db
    .selectFrom("notes")
    .select(["id", "text"])
    .where("person_id", "=", personId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(200)
    .execute();
}

/** The text of the deleted note; null when this person has no such note. */
export async function deleteNote({ db }: Database, personId: string, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom("notes")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .returning("text")
    .executeTakeFirst();
  return row?.text ?? null;
}
