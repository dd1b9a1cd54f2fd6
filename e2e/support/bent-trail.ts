import { sql } from "kysely";
import { genesis, sealOf } from "#lib/audit/chain.ts";
import { recordOf } from "#lib/store/audit/seal-audit.ts";
import type { Database } from "#lib/store/engine/database.ts";

const tables = ["audit", "audit_seals", "audit_heads"] as const;

/** Does to the audit trail what only who owns its tables can: its triggers are off meanwhile. */
export async function bendTrail(database: Database, bend: (db: Database["db"]) => Promise<unknown>): Promise<void> {
  const { db, dialect } = database;
  if (dialect === "postgres") {
    await db.connection().execute(async (connection) => {
      await sql`set session_replication_role = 'replica'`.execute(connection);
      await bend(connection);
      await sql`set session_replication_role = 'origin'`.execute(connection);
    });
    return;
  }
  const triggers = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name in (${sql.join(tables)})
  `.execute(db);
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  await bend(db);
  for (const trigger of triggers.rows) await sql.raw(trigger.sql).execute(db);
}

/** Seals everything anew, so that the chain itself shows nothing of what was changed. */
export async function sealAnew(db: Database["db"]): Promise<void> {
  await db.deleteFrom("audit_seals").execute();
  let hash = genesis;
  const rows = await db.selectFrom("audit").selectAll().orderBy("seq").execute();
  for (const [index, row] of rows.entries()) {
    hash = sealOf(hash, recordOf(row));
    await db
      .insertInto("audit_seals")
      .values({ position: index + 1, seq: row.seq, hash })
      .execute();
  }
}

/** Takes away everything after a position: records, seals and what was signed of them. */
export async function cutOffEnd(db: Database["db"], position: number): Promise<void> {
  const gone = db.selectFrom("audit_seals").select("seq").where("position", ">", position);
  await db.deleteFrom("audit").where("seq", "in", gone).execute();
  await db.deleteFrom("audit_seals").where("position", ">", position).execute();
  await db.deleteFrom("audit_heads").where("position", ">", position).execute();
}
