import { sql, type Kysely, type Migration } from "kysely";
import type { Dialect } from "#lib/store/schema/dialect.ts";

/** Seals over the audit rows, and triggers that let nobody change or delete either. */
export function auditChain(dialect: Dialect): Migration {
  return {
    up: async (db) => {
      await db.schema
        .createTable("audit_seals")
        .addColumn("position", "bigint", (column) => column.primaryKey())
        .addColumn("seq", "bigint", (column) => column.notNull().unique())
        .addColumn("hash", "text", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("audit_by_person").on("audit").columns(["person_id", "seq"]).execute();
      await db.schema.createIndex("audit_by_chat").on("audit").columns(["chat_id", "seq"]).execute();
      for (const table of ["audit", "audit_seals"]) await keep(db, dialect, table);
    },
  };
}

async function keep(db: Kysely<unknown>, dialect: Dialect, table: string): Promise<void> {
  const name = sql.table(table);
  if (dialect === "sqlite") {
    for (const change of ["update", "delete"]) {
      await sql`create trigger ${sql.ref(`${table}_no_${change}`)} before ${sql.raw(change)} on ${name}
        begin select raise(abort, 'the audit trail is only ever added to'); end`.execute(db);
    }
    return;
  }
  await sql`create or replace function audit_is_kept() returns trigger language plpgsql as
    $$ begin raise exception 'the audit trail is only ever added to'; end $$`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_is_kept`)} before update or delete on ${name}
    for each row execute function audit_is_kept()`.execute(db);
}
