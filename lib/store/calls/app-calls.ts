import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import { readPage, type PageOf } from "#lib/store/schema/read-page.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

type Of = { personId: string; chatId: string; toolCallId: string };

/** The call of a person's chat whose result was shown; of two with one id the later. */
export function shownCall({ db }: Pick<Database, "db">, of: Of): Promise<ToolCallRow | undefined> {
  return db
    .selectFrom("tool_calls")
    .selectAll()
    .where("chat_id", "=", of.chatId)
    .where("person_id", "=", of.personId)
    .where("tool_call_id", "=", of.toolCallId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

const long = ["arguments_json", "effective_json", "result_json", "tool_json"];

/** The latest calls that an app made under a result, latest first. */
export function callsOfApp({ db }: Pick<Database, "db">, shownId: string, most: number): Promise<PageOf<ToolCallRow>> {
  const rows = db.selectFrom("tool_calls").selectAll().where("app_of", "=", shownId);
  return readPage(rows.orderBy("created_at", "desc").orderBy("id"), long, most);
}

/** How many calls of an app under a result have not ended, and how many it made within the last minute. */
export async function countAppCalls(
  { now }: Pick<Database, "now">,
  trx: Trx,
  shownId: string,
): Promise<{ live: number; lately: number }> {
  const isLive = sql<boolean>`state in ('proposed', 'waiting', 'cleared', 'running')`;
  const isLate = sql<boolean>`created_at > (select ${now}) - 60000`;
  const { live, lately } = await trx
    .selectFrom("tool_calls")
    .select([
      sql<number>`coalesce(sum(case when ${isLive} then 1 else 0 end), 0)`.as("live"),
      sql<number>`coalesce(sum(case when ${isLate} then 1 else 0 end), 0)`.as("lately"),
    ])
    .where("app_of", "=", shownId)
    .executeTakeFirstOrThrow();
  return { live: Number(live), lately: Number(lately) };
}
