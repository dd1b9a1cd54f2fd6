import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { until } from "#e2e/support/until.ts";
import { inboxOf } from "#lib/store/approvals/inbox.ts";
import { type Database, inTransaction } from "#lib/store/engine/database.ts";
import { onBehalfOf } from "#lib/store/engine/fair-turns.ts";
import { auditLog } from "./audit-log.ts";

const filter = { kinds: null, chatId: null, personId: null, tool: null, from: null, to: null, before: null };

type Read = (database: Database, who: string) => Promise<{ rows: unknown[] }>;

test.each<[of: string, table: string, read: Read]>([
  ["the trail", "audit", (database, who) => auditLog(database, who, filter, 10)],
  [
    "what was answered",
    "approvals",
    (database, who) => inboxOf(database, who, { status: "declined", offset: 0, limit: 9 }),
  ],
])(
  "G23: of a person's readings of %s one is at the store at a time, and another person's beside it",
  async (_, table, ask) => {
    const database = await openTestDatabase();
    const read = (who: string) => onBehalfOf(who, () => ask(database, who));
    const atTheStore = async () => {
      const { rows } = await sql<{ pid: number }>`
      select distinct pid from pg_locks where relation = ${table}::regclass and not granted
    `.execute(database.db);
      return rows.length;
    };
    const locked = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const holding = inTransaction(database, async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
      locked.resolve();
      await done.promise;
    });
    await locked.promise;
    const readings = [read("p1"), read("p1"), read("p1"), read("p2")];
    await until(async () => (await atTheStore()) >= 2, "both people");
    const seen: number[] = [];
    while (seen.length < 5) seen.push(await atTheStore());
    done.resolve();
    await holding;
    expect(Math.max(...seen)).toBe(2);
    expect(await Promise.all(readings)).toMatchObject([{ rows: [] }, { rows: [] }, { rows: [] }, { rows: [] }]);
  },
);
