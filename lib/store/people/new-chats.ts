import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Whether new chats of a person show the words around a call to who may answer it. */
export async function showsNewChats({ db }: Pick<Database, "db">, personId: string): Promise<boolean> {
  const person = await db.selectFrom("people").select("shows_new_chats").where("id", "=", personId).executeTakeFirst();
  return person?.shows_new_chats === 1;
}

/** False where it was so already. */
export async function setShowsNewChats(trx: Trx, personId: string, on: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("people")
    .set({ shows_new_chats: on ? 1 : 0 })
    .where("id", "=", personId)
    .where("shows_new_chats", "!=", on ? 1 : 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
