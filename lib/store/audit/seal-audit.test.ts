import { generateKeyPairSync } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { verifyAudit } from "#lib/server/audit/verify-audit.ts";
import { signHead } from "#lib/audit/head.ts";
import { record } from "./record.ts";
import { addHead } from "#lib/store/notify/audit-heads.ts";
import { headOf, sealAudit, unsealed } from "./seal-audit.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";

async function write(database: Database, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    await inTransaction(database, (trx) => record(database, trx, { chatId: `chat-${each}` }, { kind: "link-made" }));
  }
}

test("H1: rows are sealed in order, once, and what was sealed is found whole", async () => {
  const database = await openTestDatabase();
  await write(database, 5);
  expect(await sealAudit(database, 3)).toBe(3);
  expect(await sealAudit(database)).toBe(2);
  expect(await sealAudit(database)).toBe(0);
  await write(database, 2);
  expect(await unsealed(database)).toMatchObject({ count: 2 });
  await Promise.all([sealAudit(database), sealAudit(database)]);
  await sealAudit(database);
  expect(await unsealed(database)).toMatchObject({ count: 0 });
  const head = await headOf(database.db);
  expect(head.position).toBe(7);
  expect(await verifyAudit(database, { perRead: 2 })).toMatchObject({
    problem: null,
    head,
    unsealed: 0,
  });
});

test("H1: no row and no seal can be changed or deleted", async () => {
  const database = await openTestDatabase();
  await write(database, 1);
  await sealAudit(database);
  const { db } = database;
  const refused = "only ever added to";
  await expect(db.updateTable("audit").set({ kind: "other" }).execute()).rejects.toThrow(refused);
  await expect(db.deleteFrom("audit").execute()).rejects.toThrow(refused);
  await expect(db.updateTable("audit_seals").set({ hash: "other" }).execute()).rejects.toThrow(refused);
  await expect(db.deleteFrom("audit_seals").execute()).rejects.toThrow(refused);
  expect((await verifyAudit(database)).problem).toBeNull();
});

test("H1: no row and no seal is replaced by an insert, put before others, or emptied away", async () => {
  const database = await openTestDatabase();
  await write(database, 3);
  await sealAudit(database);
  const { db, dialect } = database;
  const key = generateKeyPairSync("ed25519").privateKey;
  const head = signHead(key, { ...(await headOf(db)), at: 1 });
  await addHead(database, head, []);
  const before = await everything(database);
  const written = "(seq, at, kind, detail_json) values";
  const attempts = {
    sqlite: [
      `insert or replace into audit ${written} (2, 1, 'link-made', '{}')`,
      `replace into audit ${written} (2, 1, 'link-made', '{}')`,
      `replace into audit ${written} (3, 1, 'link-made', '{}')`,
      `replace into audit ${written} (-1, 1, 'link-made', '{}')`,
      `replace into audit ${written} (0, 1, 'link-made', '{}')`,
      `insert into audit ${written} (3, 1, 'link-made', '{}') on conflict do update set kind = 'other'`,
      `update or replace audit set seq = 3 where seq = 2`,
      `replace into audit_seals (position, seq, hash) values (2, 2, 'other')`,
      `replace into audit_seals (position, seq, hash) values (3, 3, 'other')`,
      `replace into audit_seals (position, seq, hash) values (3, 4, 'other')`,
      `replace into audit_seals (position, seq, hash) values (4, 2, 'other')`,
      `replace into audit_seals (position, seq, hash) values (4, 3, 'other')`,
      `replace into audit_seals (rowid, position, seq, hash) values (2, 4, 9, 'other')`,
      `insert into audit_seals (position, seq, hash) values (9, 9, 'other')`,
      `replace into audit_heads select * from audit_heads`,
      `replace into audit_heads (rowid, signature, position, hash, at, key) values (1, 'x', 1, 'x', 1, 'x')`,
      `update audit_heads set hash = 'other'`,
      `delete from audit_heads`,
    ],
    postgres: [
      `insert into audit ${written} (3, 1, 'link-made', '{}') on conflict (seq) do update set kind = 'other'`,
      `insert into audit_seals (position, seq, hash) values (2, 2, 'x') on conflict (seq) do update set hash = 'x'`,
      `update audit_heads set hash = 'other'`,
      `delete from audit_heads`,
      `truncate audit`,
      `truncate audit_seals`,
      `truncate audit_heads`,
      `truncate audit, audit_seals, audit_heads`,
    ],
  }[dialect];
  for (const attempt of attempts) {
    await expect(sql.raw(attempt).execute(db), attempt).rejects.toThrow("only ever added to");
  }
  expect(await everything(database)).toEqual(before);
  await write(database, 2);
  await sealAudit(database);
  expect(await verifyAudit(database)).toMatchObject({ problem: null, head: { position: 5 } });
});

test("H1: a record whose number somebody chose is sealed when it comes, and keeps no later one from its seal", async () => {
  const database = await openTestDatabase();
  await write(database, 3);
  await sealAudit(database);
  await sql`insert into audit (seq, at, kind, detail_json) values (1000000000000, 1, 'link-made', '{}')`.execute(
    database.db,
  );
  await sealAudit(database);
  await write(database, 2);
  await sealAudit(database);
  expect(await unsealed(database)).toMatchObject({ count: 0 });
  expect(await verifyAudit(database)).toMatchObject({ problem: null, head: { position: 6 } });
});

test("G65: a record that is kept out of the chain is found", async () => {
  const ways: ((database: Database) => Promise<void>)[] = [
    // Whoever may only add: a seal in no place of the chain takes the next record's seal from it.
    async ({ db, dialect }) => {
      const nowhere = dialect === "sqlite" ? "null" : "0";
      await sql.raw(`insert into audit_seals (position, seq, hash) values (${nowhere}, 4, 'x')`).execute(db);
      await addAt(db, { seq: 4, at: 1 });
    },
    // Whoever may switch triggers off: a record in between, as if it was sealed, or as if it was new.
    async ({ db }) => {
      await addAt(db, { seq: -30_000, at: 1 });
      await sql`insert into audit_seals (position, seq, hash) values (-1, -30000, 'x')`.execute(db);
    },
    async ({ db }) => addAt(db, { seq: -30_000, at: 9_000_000_000_000 }),
  ];
  for (const way of ways) {
    const database = await openTestDatabase();
    await write(database, 3);
    await sealAudit(database);
    if (database.dialect === "sqlite" && way !== ways[0]) {
      for (const trigger of ["audit_no_early", "audit_no_replace", "audit_seals_no_replace"])
        await sql`drop trigger ${sql.ref(trigger)}`.execute(database.db);
    }
    await way(database);
    await sealAudit(database);
    expect((await verifyAudit(database)).problem).toMatch(/^1 records have no seal/);
  }
});

async function addAt(db: Database["db"], { seq, at }: { seq: number; at: number }): Promise<void> {
  await sql`insert into audit (seq, at, kind, detail_json) values (${seq}, ${at}, 'link-made', '{}')`.execute(db);
}

async function everything({ db }: Database) {
  return [
    await db.selectFrom("audit").selectAll().orderBy("seq").execute(),
    await db.selectFrom("audit_seals").selectAll().orderBy("position").execute(),
    await db.selectFrom("audit_heads").selectAll().execute(),
  ];
}
