import { sql, type Kysely, type Migration } from "kysely";

/** Who is told of approvals outside of the page, and what is still to be told. */
export const notifications: Migration = {
  up: async (db) => {
    await createTargets(db);
    await createWork(db);
    // What waits, in the order of the inbox; what was settled last. Both only ever hold what their reader looks at.
    await sql`create index approvals_waiting on approvals (risk desc, requested_at, id) where status = 'pending'`.execute(
      db,
    );
    await db.schema
      .createIndex("approvals_settled")
      .on("approvals")
      .column("decided_at")
      .where(sql.ref("decided_at"), "is not", sql.lit(null))
      .execute();
  },
};

async function createTargets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("with_arguments", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint")
    .addColumn("last_problem", "text")
    .execute();
  await db.schema
    .createTable("push_subscriptions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("p256dh", "text", (column) => column.notNull())
    .addColumn("auth", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint")
    .addColumn("last_problem", "text")
    .addUniqueConstraint("push_subscriptions_once", ["person_id", "endpoint"])
    .execute();
}

async function createWork(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("approval_id", "text", (column) => column.notNull())
    .addColumn("detail_json", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("outbox_in_order").on("outbox").columns(["created_at", "id"]).execute();
  await db.schema
    .createTable("deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("target_kind", "text", (column) => column.notNull())
    .addColumn("target_id", "text", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("approval_id", "text", (column) => column.notNull())
    .addColumn("body_json", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("next_at", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("deliveries_due")
    .on("deliveries")
    .column("next_at")
    .where(sql.ref("state"), "=", sql.lit("due"))
    .execute();
  await db.schema.createIndex("deliveries_of_target").on("deliveries").columns(["target_id", "state"]).execute();
}
