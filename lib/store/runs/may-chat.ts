import type { Database } from "#lib/store/engine/database.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import { standingKey, termsIn } from "#lib/store/people/keys.ts";

/** Whether what a program asks by this key in a chat is still done. A key that is limited to some tools has no chat. */
export async function mayChat({ db, now }: Pick<Database, "db" | "now">, keyId: string): Promise<boolean> {
  const key = await standingKey({ now }, db, keyId);
  return key !== null && key.terms.tools === null;
}

/** Those of the keys that were limited to some tools. */
export async function keysWithoutChat({ db }: Database, ids: string[]): Promise<string[]> {
  const lists = idLists(ids).map((list) =>
    db.selectFrom("api_keys").select(["id", "terms_json"]).where("id", "in", list).execute(),
  );
  return (await Promise.all(lists)).flat().flatMap((key) => (termsIn(key).tools === null ? [] : [key.id]));
}
