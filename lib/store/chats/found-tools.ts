import type { Database } from "#lib/store/engine/database.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { prepared } from "#lib/store/engine/prepared.ts";
import { toolNamesAsJson, toolNamesIn } from "#lib/store/schema/tool-names.ts";

/** Wire names of the tools that the model of a chat has found, oldest first. */
export async function foundTools({ db }: Database, chatId: string): Promise<string[]> {
  const [chat] = (await foundIn(db, { chatId })).rows;
  return chat === undefined ? [] : toolNamesIn(chat.tools_found_json);
}

const foundIn = prepared((db, { chatId }: { chatId: string }) =>
  db.selectFrom("chats").select("tools_found_json").where("id", "=", chatId),
);

type Found = { chatId: string; names: readonly string[]; most: number; isUsable: (name: string) => boolean };

/** Adds what was found. Where that is more than `most`, the oldest leave; resolves to those. */
export function keepFound(database: Database, { chatId, names, most, isUsable }: Found): Promise<string[]> {
  return inTransaction(database, async (trx) => {
    const { tools_found_json: json } = await trx
      .selectFrom("chats")
      .select("tools_found_json")
      .where("id", "=", chatId)
      .$if(database.dialect === "postgres", (chats) => chats.forUpdate())
      .executeTakeFirstOrThrow();
    const before = toolNamesIn(json).filter(isUsable);
    const all = [...before.filter((name) => !names.includes(name)), ...names];
    const kept = all.slice(-most);
    await trx
      .updateTable("chats")
      .set({ tools_found_json: toolNamesAsJson(kept) })
      .where("id", "=", chatId)
      .execute();
    return before.filter((name) => !kept.includes(name));
  });
}
