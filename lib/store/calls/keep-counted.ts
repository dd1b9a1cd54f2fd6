import { storedArguments } from "#lib/untrusted/stored-arguments.ts";
import { sql } from "kysely";
import { holdCounters } from "./counters.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { midnight } from "#lib/store/engine/midnight.ts";

/** A statement takes a limited number of parameters. */
const atOnce = 100;

/**
 * Copies what the chat's calls of today count for, before they are deleted: of the arguments only the numbers, until
 * the end of the day.
 */
export async function keepCounted(
  database: Database,
  trx: Trx,
  { personId, chatId }: { personId: string; chatId: string },
): Promise<void> {
  await holdCounters(trx, personId);
  await trx
    .deleteFrom("past_calls")
    .where("person_id", "=", personId)
    .where("started_at", "<", midnight(database))
    .execute();
  const calls = await trx
    .selectFrom("tool_calls")
    .select(["id", "person_id", "server_id", "tool_name", "effective_json", sql<number>`started_at`.as("started_at")])
    .where("chat_id", "=", chatId)
    .where("person_id", "=", personId)
    .where("started_at", ">=", midnight(database))
    .execute();
  for (let from = 0; from < calls.length; from += atOnce) {
    const rows = calls.slice(from, from + atOnce).map(({ effective_json, ...call }) => {
      const args = Object.entries(storedArguments(effective_json));
      const numbers = Object.fromEntries(args.filter(([, value]) => typeof value === "number"));
      return { ...call, numbers_json: JSON.stringify(numbers) };
    });
    await trx.insertInto("past_calls").values(rows).execute();
  }
}
