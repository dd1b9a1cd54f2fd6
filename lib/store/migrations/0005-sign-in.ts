import { sql, type Migration } from "kysely";

/** How people of a team prove who they are, how they are invited, and how often somebody tried to sign in. */
export const signIn: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable("people")
      .addColumn("access_version", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex("people_by_email").unique().on("people").column("email").execute();
    // Of those who sign in. The one-time key of the set-up decides who it is; this is the net below it.
    await sql`create unique index people_one_owner on people (role) where role = 'owner' and email is not null`.execute(
      db,
    );
    await db.schema.alterTable("sessions").addColumn("proved_at", "bigint").execute();
    await db.schema.createIndex("sessions_by_person").on("sessions").column("person_id").execute();
    await db.schema
      .createTable("accounts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("person_id", "text", (column) => column.notNull().references("people.id"))
      .addColumn("provider", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("password_hash", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("changed_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("accounts_by_subject")
      .unique()
      .on("accounts")
      .columns(["provider", "subject"])
      .execute();
    await db.schema.createIndex("accounts_by_person").on("accounts").column("person_id").execute();
    await db.schema
      .createTable("invitations")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("key_hash", "text", (column) => column.notNull().unique())
      .addColumn("email", "text", (column) => column.notNull().unique())
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("invited_by", "text", (column) => column.notNull().references("people.id"))
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("sign_in_tries")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("count", "integer", (column) => column.notNull())
      .addColumn("until", "bigint", (column) => column.notNull())
      .execute();
  },
};
