import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { inTransaction } from "./database.ts";
import { prepared, preparedAt } from "./prepared.ts";

test("a statement is built once for each store, and gets the values of each use in their places", async () => {
  let built = 0;
  const note = prepared((db, { key, value }: { key: string; value: string }) => {
    built += 1;
    return db
      .insertInto("instance")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }));
  });
  const noted = prepared((db, { key, not }: { key: string; not: string }) =>
    db.selectFrom("instance").select("value").where("value", "!=", not).where("key", "=", key),
  );
  const first = await openTestDatabase();
  const second = await openTestDatabase();
  expect((await note(first.db, { key: "a", value: "1" })).numAffectedRows).toBe(1n);
  await note(first.db, { key: "b", value: "2" });
  await inTransaction(first, (trx) => note(trx, { key: "a", value: "3" }));
  await note(second.db, { key: "a", value: "4" });
  expect(built).toBeLessThanOrEqual(2);
  expect((await noted(first.db, { key: "a", not: "1" })).rows).toEqual([{ value: "3" }]);
  expect((await noted(first.db, { key: "b", not: "2" })).rows).toEqual([]);
  expect((await noted(second.db, { key: "a", not: "1" })).rows).toEqual([{ value: "4" }]);
});

test("a statement that asks the clock asks the clock of the store that it is used on", async () => {
  const store = await openTestDatabase();
  const late = preparedAt((db, { more }: { more: number }, now) =>
    db.selectNoFrom(sql<number>`${now} + cast(${more} as integer)`.as("at")),
  );
  const at = async (now: number) => (await late({ ...store, now: sql<number>`${sql.lit(now)}` }, { more: 5 })).rows;
  expect(await at(10)).toEqual([{ at: 15 }]);
  expect(await at(20)).toEqual([{ at: 25 }]);
});

test("null is a value like any other", async () => {
  const store = await openTestDatabase();
  const first = prepared((db, { value }: { value: string | null }) =>
    db.selectNoFrom(sql<string>`coalesce(cast(${value} as text), 'none')`.as("it")),
  );
  expect((await first(store.db, { value: null })).rows).toEqual([{ it: "none" }]);
  expect((await first(store.db, { value: "some" })).rows).toEqual([{ it: "some" }]);
});
