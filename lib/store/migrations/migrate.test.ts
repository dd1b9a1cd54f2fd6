import { Migrator, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { migrate, migrationsFor } from "./migrate.ts";

test("B16: sessions of before a second proof was needed end when the store is brought up to date; their people stay", async () => {
  const database = sqliteDatabase({ file: ":memory:" });
  onTestFinished(database.close);
  const { db, dialect } = database;
  const provider = { getMigrations: async () => migrationsFor(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateTo("0024-person-counts");
  expect(error).toBeUndefined();
  await db.insertInto("people").values({ id: "ana", name: "Ana", role: "owner", created_at: 1 }).execute();
  const session = { token_hash: "of a cookie", person_id: "ana", created_at: 1, last_seen_at: 1 };
  await db.insertInto("sessions").values(session).execute();
  await migrate(database);
  expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("people").select("id").execute()).toEqual([{ id: "ana" }]);
});

test("a release whose schema cannot be brought up to date leaves the store as it was", async () => {
  const database = sqliteDatabase({ file: ":memory:" });
  onTestFinished(database.close);
  const { db, dialect } = database;
  const provider = { getMigrations: async () => migrationsFor(dialect) };
  await new Migrator({ db, provider }).migrateTo("0024-person-counts");
  const stands = async () => (await sql`select name, sql from sqlite_master order by name`.execute(db)).rows;
  // In the way of a later migration, so that some before it come through.
  await sql`create table explanations (id integer)`.execute(db);
  const before = await stands();
  await expect(migrate(database)).rejects.toThrow("The store could not be brought up to date.");
  expect(await stands()).toEqual(before);
  await sql`drop table explanations`.execute(db);
  await migrate(database);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrationsFor(dialect)));
});
