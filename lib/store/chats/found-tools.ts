import type { Database } from "#lib/store/engine/database.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { prepared } from "#lib/store/engine/prepared.ts";
import { toolNamesAsJson, toolNamesIn } from "#lib/store/schema/tool-names.ts";

/** An agent of a chat, by the names of the agents between the chat and it; none for the chat's own. */
type Finder = { chatId: string; agents: readonly string[] };

/** Of tools that are gone, or switched off, no more are remembered than these. */
const mostRemembered = 1_000;

/** Wire names of the tools that an agent of a chat has found, oldest first. */
export async function foundTools({ db }: Database, { chatId, agents }: Finder): Promise<string[]> {
  const [chat] = (await foundIn(db, { chatId })).rows;
  return chat === undefined ? [] : toolNamesIn(chat.tools_found_json).flatMap((entry) => nameIn(entry, agents) ?? []);
}

const foundIn = prepared((db, { chatId }: { chatId: string }) =>
  db.selectFrom("chats").select("tools_found_json").where("id", "=", chatId),
);

type Found = Finder & { names: readonly string[]; most: number; isUsable: (name: string) => boolean };

/** Adds what was found. Where more than `most` can be used then, the oldest of those leave; resolves to them. */
export function keepFound(
  database: Database,
  { chatId, agents, names, most, isUsable }: Found,
): Promise<readonly string[]> {
  return inTransaction(database, async (trx) => {
    const { tools_found_json: json } = await trx
      .selectFrom("chats")
      .select("tools_found_json")
      .where("id", "=", chatId)
      .$if(database.dialect === "postgres", (chats) => chats.forUpdate())
      .executeTakeFirstOrThrow();
    const entries = toolNamesIn(json);
    const before = entries.flatMap((entry) => nameIn(entry, agents) ?? []).filter((name) => !names.includes(name));
    const usable = before.filter(isUsable);
    const left = usable.slice(0, Math.max(0, usable.length + names.length - most));
    const kept = [...before.filter((name) => !left.includes(name)), ...names].slice(-mostRemembered);
    const others = entries.filter((entry) => nameIn(entry, agents) === null);
    const set = { tools_found_json: toolNamesAsJson([...others, ...kept.map((name) => entryOf(name, agents))]) };
    await trx.updateTable("chats").set(set).where("id", "=", chatId).execute();
    return left;
  });
}

/** No wire name has a colon. */
function entryOf(name: string, agents: readonly string[]): string {
  return agents.length === 0 ? name : `${agents.join("/")}:${name}`;
}

/** The tool of an entry; null where another agent found it. */
function nameIn(entry: string, agents: readonly string[]): string | null {
  const name = entry.slice(entry.lastIndexOf(":") + 1);
  return entryOf(name, agents) === entry ? name : null;
}
