import { sql, type RawBuilder } from "kysely";
import type { Database } from "./database.ts";

const dayMs = 86_400_000;

/** The start of the day in UTC, by the database clock. */
export function midnight({ now }: Pick<Database, "now">): RawBuilder<number> {
  return sql<number>`((select ${now}) - (select ${now}) % ${sql.lit(dayMs)})`;
}
