import type { Language } from "#lib/words/language.ts";
import type { Database } from "#lib/store/engine/database.ts";

/** The language that a person chose, as it is stored; null follows their browser. */
export async function languageOf({ db }: Database, personId: string): Promise<string | null> {
  const row = await db.selectFrom("people").select("language").where("id", "=", personId).executeTakeFirst();
  return row?.language ?? null;
}

export async function chooseLanguage({ db }: Database, personId: string, language: Language | null): Promise<void> {
  await db.updateTable("people").set({ language }).where("id", "=", personId).execute();
}
