import { expect, test } from "vitest";
import { inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { Crashed, mortalDatabase } from "./mortal-database.ts";
import { openTestDatabase } from "./test-database.ts";

test("whatever is said to a process while a transaction begins, it begins whole or not at all", async () => {
  const shared = await openTestDatabase();
  const write = (trx: Trx) => trx.insertInto("instance").values({ key: "a", value: "b" }).execute();
  const ends = new Set<string>();
  for (let turns = 0; turns < 60; turns += 1) {
    const { database, killAtStatement, isDead } = mortalDatabase(shared);
    killAtStatement(0);
    const [written] = await Promise.allSettled([
      inTransaction(database, write),
      (async () => {
        for (let turn = 0; turn < turns; turn += 1) await null;
        killAtStatement(Infinity);
      })(),
    ]);
    const rows = await shared.db.deleteFrom("instance").where("key", "=", "a").returning("value").execute();
    if (written.status === "rejected") expect(written.reason, `after ${turns} turns`).toBeInstanceOf(Crashed);
    expect([isDead(), rows.length]).toEqual(written.status === "rejected" ? [true, 0] : [false, 1]);
    ends.add(written.status);
  }
  expect(ends).toEqual(new Set(["fulfilled", "rejected"]));
});

test("a transaction whose beginning was not heard of has not begun, and the connection serves the next", async () => {
  const shared = await openTestDatabase();
  const { database, loseReplyAt, wasReplyLost } = mortalDatabase(shared);
  loseReplyAt(0);
  await expect(inTransaction(database, async () => {})).rejects.toMatchObject({ code: "08006" });
  expect(wasReplyLost()).toBe(true);
  await inTransaction(database, (trx) => trx.insertInto("instance").values({ key: "a", value: "b" }).execute());
  expect(await shared.db.selectFrom("instance").select("value").where("key", "=", "a").execute()).toHaveLength(1);
});
