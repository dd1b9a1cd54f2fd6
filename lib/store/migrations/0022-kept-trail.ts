import { sql, type Kysely, type Migration } from "kysely";
import type { Dialect } from "#lib/store/schema/dialect.ts";

/** Signed heads of the chain, and triggers against what the first ones let pass: replacing, and emptying. */
export function keptTrail(dialect: Dialect): Migration {
  return {
    up: async (db) => {
      await db.schema
        .createTable("audit_heads")
        .addColumn("signature", "text", (column) => column.primaryKey())
        .addColumn("position", "bigint", (column) => column.notNull())
        .addColumn("hash", "text", (column) => column.notNull())
        .addColumn("at", "bigint", (column) => column.notNull())
        .addColumn("key", "text", (column) => column.notNull())
        .addColumn("next", "text")
        .execute();
      await db.schema.createIndex("audit_heads_in_order").on("audit_heads").columns(["position", "at"]).execute();
      await (dialect === "sqlite" ? keepInSqlite(db) : keepInPostgres(db));
    },
  };
}

const refuse = sql`select raise(abort, 'the audit trail is only ever added to')`;

/**
 * `insert or replace` removes a row without any trigger of deleting, so what is there is looked for before. A row that
 * gets its number by itself has -1 until it is written.
 */
async function keepInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger audit_no_replace before insert on audit
    when new.seq <> -1 and new.seq <= (select coalesce(max(seq), 0) from audit) begin ${refuse}; end`.execute(db);
  await sql`create trigger audit_no_early after insert on audit
    when new.seq < 1 begin ${refuse}; end`.execute(db);
  await sql`create trigger audit_seals_no_replace before insert on audit_seals
    when new.position <> (select coalesce(max(position), 0) + 1 from audit_seals)
      or exists (select 1 from audit_seals where seq = new.seq or rowid = new.rowid) begin ${refuse}; end`.execute(db);
  await sql`create trigger audit_heads_no_replace before insert on audit_heads
    when exists (select 1 from audit_heads where signature = new.signature or rowid = new.rowid)
    begin ${refuse}; end`.execute(db);
  for (const change of ["update", "delete"]) {
    await sql`create trigger ${sql.ref(`audit_heads_no_${change}`)} before ${sql.raw(change)} on audit_heads
      begin ${refuse}; end`.execute(db);
  }
}

async function keepInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger audit_heads_is_kept before update or delete on audit_heads
    for each row execute function audit_is_kept()`.execute(db);
  for (const table of ["audit", "audit_seals", "audit_heads"]) {
    await sql`create trigger ${sql.ref(`${table}_is_not_emptied`)} before truncate on ${sql.table(table)}
      for each statement execute function audit_is_kept()`.execute(db);
  }
}
