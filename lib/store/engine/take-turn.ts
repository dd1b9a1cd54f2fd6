import { sql } from "kysely";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { Database } from "./database.ts";

/** Has transactions that make the same take turns until they end, so that each counts what the others made. SQLite has one writer anyway. */
export async function takeTurn(
  { dialect }: Pick<Database, "dialect">,
  trx: Trx,
  what: "webhooks" | "models",
): Promise<void> {
  if (dialect === "sqlite") return;
  // The space of two keys is apart from that of one, which other locks have.
  await sql`select pg_advisory_xact_lock(${sql.lit(space)}, hashtext(${what}))`.execute(trx);
}

const space = 7_301;
