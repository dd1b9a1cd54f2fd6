import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { newGrant } from "#e2e/support/new-grant.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { createDatabase, dropDatabase, template } from "#e2e/support/test-template.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { endGrant, holdGrant, insertGrant, standingGrants, takeGrant, type NewGrant } from "./grants.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { postgresDatabase } from "#lib/store/engine/postgres.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";

const fingerprint = "f".repeat(64);

async function withGrant(database: Database, over: Partial<NewGrant> = {}): Promise<void> {
  await database.db.insertInto("people").values({ id: "p1", name: "Kim", created_at: 1 }).execute();
  const grant = newGrant({ id: "grant", person_id: "p1", ...over });
  await inTransaction(database, (trx) => insertGrant(database, trx, grant));
}

function rowOf(database: Database) {
  return database.db.selectFrom("grants").selectAll().where("id", "=", "grant").executeTakeFirstOrThrow();
}

/** A store that other processes can open, and its address. */
async function sharedStore(): Promise<{ database: Database; address: string }> {
  const maintenance = inject("postgresUrl");
  if (maintenance !== null) {
    const address = await createDatabase(maintenance, template);
    const database = postgresDatabase({ url: address, patient: true });
    onTestFinished(async () => {
      await database.close();
      await dropDatabase(maintenance, address);
    });
    return { database, address };
  }
  const folder = await mkdtemp(path.join(tmpdir(), "grants-"));
  const address = path.join(folder, "store.db");
  const database = sqliteDatabase({ file: address });
  await migrate(database);
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { database, address };
}

/** Another operating-system process that makes this number of tries, all at once. */
async function taker(address: string, times: number, units: number): Promise<{ go: () => Promise<number> }> {
  const file = path.resolve(import.meta.dirname, "../../../e2e/support/grant-client.ts");
  const child: ChildProcess = spawn(process.execPath, [file, address, fingerprint, String(times), String(units)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("The process has no pipes.");
  await once(stdout, "data");
  return {
    go: async () => {
      stdin.write("go\n");
      const [said] = (await once(stdout, "data")) as [Buffer];
      return Number(said.toString());
    },
  };
}

test("A11: two processes that use a grant 20 times each, at once, use it no more often than was granted", async () => {
  const { database, address } = await sharedStore();
  await withGrant(database, { max_uses: 7 });
  const takers = await Promise.all([taker(address, 20, 0), taker(address, 20, 0)]);
  const taken = await Promise.all(takers.map(({ go }) => go()));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(7);
  expect(await rowOf(database)).toMatchObject({ uses: 7 });
});

test("A11: nor beyond the amount that was granted", async () => {
  const { database, address } = await sharedStore();
  await withGrant(database, { budget_argument: "amount", budget_total: 10_000_000 });
  const takers = await Promise.all([taker(address, 20, 3_000_000), taker(address, 20, 3_000_000)]);
  const taken = await Promise.all(takers.map(({ go }) => go()));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(await rowOf(database)).toMatchObject({ uses: 3, budget_spent: 9_000_000 });
});

type Step = { do: "take"; units: number } | { do: "revoke" } | { do: "wait"; ms: number };

const steps: fc.Arbitrary<Step[][]> = fc.array(
  fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.record({ do: fc.constant("take" as const), units: fc.integer({ min: 0, max: 40 }) }) },
      { weight: 1, arbitrary: fc.constant({ do: "revoke" as const }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 60 }) }) },
    ),
    { minLength: 1, maxLength: 6 },
  ),
  { maxLength: 8 },
);

test("A11: whatever happens at the same time, never more uses, more amount or later uses than were granted", async () => {
  const clock = sql<number>`(select cast(value as bigint) from instance where key = 'clock')`;
  const database = await openTestDatabase({ now: clock });
  await database.db.insertInto("instance").values({ key: "clock", value: "1000" }).execute();
  await withGrant(database);
  const advance = (ms: number) =>
    database.db
      .updateTable("instance")
      .set({ value: sql<string>`cast(cast(value as bigint) + ${sql.lit(ms)} as text)` })
      .where("key", "=", "clock")
      .execute();
  const bound = fc.option(fc.integer({ min: 1, max: 5 }));
  const terms = fc.record({
    most: bound,
    total: fc.option(fc.integer({ min: 1, max: 100 })),
    lasts: fc.option(fc.integer({ min: 1, max: 80 })),
  });
  await fc.assert(
    fc.asyncProperty(terms, steps, async ({ most, total, lasts }, groups) => {
      await database.db.updateTable("instance").set({ value: "1000" }).where("key", "=", "clock").execute();
      await database.db
        .updateTable("grants")
        .set({
          uses: 0,
          budget_spent: 0,
          max_uses: most,
          budget_total: total,
          until: lasts === null ? null : 1000 + lasts,
          ended_at: null,
          ended_by: null,
        })
        .execute();
      let [uses, spent, at, revoked] = [0, 0, 1000, false];
      for (const group of groups) {
        const before = { at, revoked };
        const results = await Promise.all(
          group.map(async (step) => {
            if (step.do === "wait") return void (await advance(step.ms));
            if (step.do === "revoke") {
              await inTransaction(database, (trx) =>
                endGrant(database, trx, { id: "grant", personId: "p1" }, "revoked"),
              );
              return;
            }
            const taken = await inTransaction(database, (trx) =>
              takeGrant(database, trx, { id: "grant", fingerprint, units: step.units }),
            );
            if (!taken) return;
            uses += 1;
            spent += step.units;
            // A call that was over before this group began can have let nothing through.
            expect(before.revoked).toBe(false);
            if (lasts !== null) expect(before.at).toBeLessThan(1000 + lasts);
          }),
        );
        expect(results).toHaveLength(group.length);
        for (const step of group) {
          if (step.do === "wait") at += step.ms;
          if (step.do === "revoke") revoked = true;
        }
      }
      if (most !== null) expect(uses).toBeLessThanOrEqual(most);
      if (total !== null) expect(spent).toBeLessThanOrEqual(total);
      expect(await rowOf(database)).toMatchObject({ uses, budget_spent: spent });
    }),
    { numRuns: database.dialect === "sqlite" ? 300 : 40 },
  );
});

test("A11: a call that was started on a grant goes on when it is used up, or out of time, and not when it was revoked", async () => {
  for (const [by, isHeld] of [
    ["used-up", true],
    ["definition-changed", true],
    ["revoked", false],
  ] as const) {
    const database = await openTestDatabase();
    await withGrant(database, { ends: { afterMs: 1 } });
    const hold = () => inTransaction(database, (trx) => holdGrant(trx, "grant"));
    expect(await hold()).toBe(true);
    await inTransaction(database, (trx) => endGrant(database, trx, { id: "grant", personId: "p1" }, by));
    expect(await hold(), by).toBe(isHeld);
  }
});

test("A11: a grant of another definition is not used, and one for every chat is not for what a program asks", async () => {
  const database = await openTestDatabase();
  await withGrant(database);
  const other = { id: "grant", fingerprint: "e".repeat(64), units: 0 };
  expect(await inTransaction(database, (trx) => takeGrant(database, trx, other))).toBeUndefined();
  const chat = {
    person_id: "p1",
    title: "",
    titled_by: "app",
    instructions: "",
    version: 1,
    created_at: 1,
    updated_at: 1,
  } as const;
  await database.db
    .insertInto("chats")
    .values([
      { ...chat, id: "mine", by_key: 0 },
      { ...chat, id: "program", by_key: 1 },
    ])
    .execute();
  const of = { personId: "p1", serverId: "srv", toolName: "wipe" };
  expect(await standingGrants(database, { ...of, chatId: "mine" })).toHaveLength(1);
  expect(await standingGrants(database, { ...of, chatId: "program" })).toEqual([]);
  expect(await standingGrants(database, { ...of, chatId: "mine", personId: "p2" })).toEqual([]);
});

test("a grant in a chat goes with the chat, and one for every chat forgets only where it was given", async () => {
  const database = await openTestDatabase();
  const chat = { id: "chat", person_id: "p1", title: "", titled_by: "app", instructions: "", version: 1 } as const;
  await withGrant(database);
  await database.db
    .insertInto("chats")
    .values({ ...chat, created_at: 1, updated_at: 1 })
    .execute();
  await database.db.updateTable("grants").set({ given_in: "chat" }).execute();
  const everywhere = await rowOf(database);
  await database.db
    .insertInto("grants")
    .values({ ...everywhere, id: "in-chat", reach: "chat", chat_id: "chat" })
    .execute();
  await database.db.deleteFrom("chats").where("id", "=", "chat").execute();
  const left = await database.db.selectFrom("grants").select(["id", "given_in"]).execute();
  expect(left).toEqual([{ id: "grant", given_in: null }]);
});
