import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { fakeTool } from "#e2e/support/fake-tool.ts";
import { GateWorld } from "#e2e/support/gate-world.ts";
import { createDatabase } from "#e2e/support/test-template.ts";
import { countedPng } from "#e2e/support/pictures.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";
import { copyStore } from "./copy-store.ts";
import type { Database } from "./database.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";
import { postgresDatabase } from "./postgres.ts";
import { sqliteDatabase } from "./sqlite.ts";
import { tableNames } from "./tables.ts";

const begin = 1_700_000_000_000;
/** The stores of these tests carry their own clock, which is copied like everything else. */
const now = sql<number>`(select cast(value as bigint) from instance where key = 'clock')`;

async function localStore(): Promise<Database> {
  const database = sqliteDatabase({ file: ":memory:", now });
  onTestFinished(() => database.close());
  await migrate(database);
  const { db } = database;
  await db
    .insertInto("instance")
    .values({ key: "clock", value: String(begin) })
    .execute();
  await db.insertInto("people").values({ id: "p1", name: "Kim", created_at: begin }).execute();
  return database;
}

async function emptyPostgres(): Promise<Database> {
  const url = await createDatabase(inject("postgresUrl") ?? "");
  const database = postgresDatabase({ url, now, patient: true, connections: 4 });
  onTestFinished(() => database.close());
  await migrate(database);
  return database;
}

const addChat = ({ db }: Database, { id = "chat-1", title = "Hello" } = {}) =>
  db
    .insertInto("chats")
    .values({
      id,
      person_id: "p1",
      title,
      titled_by: "app",
      instructions: "",
      model: null,
      version: 1,
      created_at: begin,
      updated_at: begin,
    })
    .execute();

async function rowsOf({ db }: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tableNames) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.n ?? -1;
  }
  return counts;
}

test("S1.16, S0.70, I1: a local instance with open questions is copied, and they are answered on PostgreSQL", async () => {
  const store = await localStore();
  const picture = { type: "image", data: countedPng(8, 8, true).toString("base64") };
  const drawn = { content: [{ type: "text", text: "[image]" }], structuredContent: null, isError: false };
  const shown: ToolOutcome = { kind: "result", result: { ...drawn, whole: [{ at: 0, block: picture }] } };
  const tools = [fakeTool("wipe", { act: () => shown }), fakeTool("send")];
  const local = new GateWorld(store, { tools });
  const done = await local.begin({ calls: [{ name: "wipe", args: { disk: "ä\u2028'\"\\" } }] });
  await local.settle(done, "accept", { note: "go" });
  const parked = await local.begin({ calls: [{ name: "send", args: { to: "a" } }, { name: "wipe" }] });
  const messages = (await local.detail(done)).messages;
  local.process.kill();
  expect(tools.map(({ ran }) => ran.length)).toEqual([1, 0]);

  const target = await emptyPostgres();
  const copied = await copyStore(store, target);
  expect(Object.fromEntries(copied.map(({ table, rows }) => [table, rows]))).toEqual(await rowsOf(store));
  expect(await rowsOf(target)).toEqual(await rowsOf(store));
  expect(copied.find(({ table }) => table === "approvals")?.rows).toBe(3);
  expect(copied.find(({ table }) => table === "result_files")?.rows).toBe(1);

  // The support for tests asks for rows in the order in which they were made.
  for (const table of ["runs", "approvals"]) {
    await sql`alter table ${sql.table(table)} add column rowid bigint generated always as identity`.execute(target.db);
  }
  const moved = new GateWorld(target, { tools });
  moved.tell(parked, [{ calls: [{ name: "send", args: { to: "a" } }, { name: "wipe" }] }]);
  await moved.process.resume();
  const [send, wipe] = await moved.open(parked);
  expect(await moved.answer(send?.id ?? "", "accept")).toMatchObject({ decided: { status: "accepted" } });
  expect(await moved.answer(wipe?.id ?? "", "decline")).toMatchObject({ decided: { status: "declined" } });
  await moved.idle(parked);
  expect(tools.map(({ ran }) => ran.length)).toEqual([1, 1]);
  expect((await moved.detail(done)).messages).toEqual(messages);
  // New records come after the copied ones.
  const audit = await target.db.selectFrom("audit").select("seq").orderBy("seq").execute();
  expect(audit.length).toBeGreaterThan((await rowsOf(store))["audit"] ?? 0);
  expect(new Set(audit.map(({ seq }) => seq)).size).toBe(audit.length);
  expect(moved.errors).toEqual([]);
});

test("more rows than one statement takes arrive, each with its own text", async () => {
  const store = await localStore();
  const people = Array.from({ length: 1_203 }, (_, n) => ({ id: `p-${n}`, name: `Kim ${n} \u{1F600}`, created_at: n }));
  for (let from = 0; from < people.length; from += 100) {
    await store.db
      .insertInto("people")
      .values(people.slice(from, from + 100))
      .execute();
  }
  const target = await emptyPostgres();
  const copied = await copyStore(store, target);
  expect(copied).toContainEqual({ table: "people", rows: 1_204 });
  const found = await target.db
    .selectFrom("people")
    .selectAll()
    .where("id", "!=", "p1")
    .orderBy("created_at")
    .execute();
  expect(found).toMatchObject(people);
});

test("a database that holds a row already is refused, and keeps what it has", async () => {
  const [store, target] = [await localStore(), await emptyPostgres()];
  await target.db.insertInto("people").values({ id: "somebody", name: "Eve", created_at: 1 }).execute();
  await expect(copyStore(store, target)).rejects.toThrow("It is not empty: there are rows in people (1).");
  expect(await target.db.selectFrom("people").select("id").execute()).toEqual([{ id: "somebody" }]);
});

test("a row that is not the same afterwards is named, and nothing is kept", async () => {
  const [store, target] = [await localStore(), await emptyPostgres()];
  await addChat(store);
  await sql`create function shout() returns trigger language plpgsql as 'begin new.title := upper(new.title); return new; end'`.execute(
    target.db,
  );
  await sql`create trigger shout before insert on chats for each row execute function shout()`.execute(target.db);
  await expect(copyStore(store, target)).rejects.toThrow(
    'The row id="chat-1" of chats is not the same after copying: title.',
  );
  expect(Object.values(await rowsOf(target)).every((count) => count === 0)).toBe(true);
});

test("a row that is lost or added under way is noticed, and nothing is kept", async () => {
  for (const [body, sentence] of [
    ["return null;", 'The row id="chat-1" of chats could not be found again after copying.'],
    [
      "insert into notes values (new.id, new.person_id, new.title, 1); return new;",
      "The table notes has 1 rows after copying, but should have 0.",
    ],
  ] as const) {
    const [store, target] = [await localStore(), await emptyPostgres()];
    await addChat(store);
    await sql`create function meddle() returns trigger language plpgsql as ${sql.lit(`begin ${body} end`)}`.execute(
      target.db,
    );
    await sql`create trigger meddle before insert on chats for each row execute function meddle()`.execute(target.db);
    await expect(copyStore(store, target)).rejects.toThrow(sentence);
    expect(Object.values(await rowsOf(target)).every((count) => count === 0)).toBe(true);
  }
});

test("text that PostgreSQL cannot hold is named before anything is copied", async () => {
  const [store, target] = [await localStore(), await emptyPostgres()];
  await addChat(store, { id: "chat-9", title: "before\0after" });
  await expect(copyStore(store, target)).rejects.toThrow(
    'The row id="chat-9" of chats has a NUL character in title, which PostgreSQL cannot hold; remove it first.',
  );
  expect(Object.values(await rowsOf(target)).every((count) => count === 0)).toBe(true);
});

test("whoever starts to write there while it copies waits until it is done", async () => {
  const [store, target] = [await localStore(), await emptyPostgres()];
  await addChat(store);
  // Its first chat waits for the end of this other session's transaction.
  const hold = "perform pg_advisory_xact_lock(1); return new;";
  await sql`create function hold() returns trigger language plpgsql as ${sql.lit(`begin ${hold} end`)}`.execute(
    target.db,
  );
  await sql`create trigger hold before insert on chats for each row execute function hold()`.execute(target.db);
  const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = target.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(trx);
    isHeld.resolve();
    await letGo.promise;
  });
  await isHeld.promise;
  const copying = copyStore(store, target);
  const waitingFor = async (what: "advisory" | "relation") => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks where not granted
      and locktype = ${what} and database = (select oid from pg_database where datname = current_database())`.execute(
      target.db,
    );
    return rows[0]?.n;
  };
  await expect.poll(() => waitingFor("advisory")).toBe(1);
  const note = { id: "n", person_id: "p1", text: "late", created_at: 1 };
  const writing = target.db.insertInto("notes").values(note).execute();
  await expect.poll(() => waitingFor("relation")).toBe(1);
  letGo.resolve();
  await Promise.all([holding, writing]);
  expect(await copying).toContainEqual({ table: "notes", rows: 0 });
  expect((await rowsOf(target))["notes"]).toBe(1);
});

test("the list of tables is that of the store, and parents come before their children", async () => {
  const { db } = await emptyPostgres();
  const { rows: there } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_name not like 'kysely_%'
  `.execute(db);
  expect(there.map(({ name }) => name).toSorted()).toEqual([...tableNames].toSorted());
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'
  `.execute(db);
  const order = new Map(tableNames.map((name, index) => [String(name), index]));
  for (const { child, parent } of references) expect(order.get(parent)).toBeLessThan(order.get(child) ?? -1);
});
