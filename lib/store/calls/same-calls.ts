import type { Database } from "#lib/store/engine/database.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/**
 * How often the same call, byte for byte, comes before this one in its answer or its delegation; stops counting at
 * `most`.
 */
export async function sameCallsBefore({ db }: Database, call: ToolCallRow, most: number): Promise<number> {
  const rows = await db
    .selectFrom("tool_calls")
    .select("id")
    .where("run_id", "=", call.run_id)
    .where("parent_id", call.parent_id === null ? "is" : "=", call.parent_id)
    .where("wire_name", "=", call.wire_name)
    .where("arguments_json", "=", call.arguments_json)
    .where((row) =>
      row.or([
        row("step", "<", call.step),
        row.and([row("step", "=", call.step), row("position", "<", call.position)]),
      ]),
    )
    .limit(most)
    .execute();
  return rows.length;
}
