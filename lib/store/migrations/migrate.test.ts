import { Migrator } from "kysely";
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
