import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { verifyAudit } from "#lib/server/verify-audit.ts";
import { record } from "./audit.ts";
import { headOf, sealAudit, unsealed } from "./audit-chain.ts";
import { inTransaction, type Database } from "./database.ts";

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
  expect(await verifyAudit(database, { perRead: 2 })).toEqual({ problem: null, head, unsealed: 0 });
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
