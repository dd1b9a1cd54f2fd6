import { sql } from "kysely";
import { expect, test } from "vitest";
import { inboxOf } from "#lib/store/approvals/inbox.ts";
import { waitingFor } from "#lib/store/approvals/waiting.ts";
import { auditLog } from "#lib/store/audit/audit-log.ts";
import { sqliteDatabase } from "#lib/store/engine/sqlite.ts";
import { migrate } from "#lib/store/migrations/migrate.ts";

/** How the store finds the rows of a table while `work` runs. */
async function waysTo(table: string, work: (store: ReturnType<typeof sqliteDatabase>) => Promise<unknown>) {
  const heard: string[] = [];
  const store = sqliteDatabase({ file: ":memory:", onStatement: (text) => heard.push(text) });
  await migrate(store);
  heard.length = 0;
  await work(store);
  const plans = heard.splice(0).map((text) => sql<{ detail: string }>`explain query plan ${sql.raw(text)}`);
  const steps = await Promise.all(plans.map((plan) => plan.execute(store.db)));
  await store.close();
  const details = steps.flatMap(({ rows }) => rows.map(({ detail }) => detail));
  const ways = details.filter((detail) => new RegExp(`^(SCAN|SEARCH) ${table} `).test(detail));
  return ways.map((way) => /INDEX (\S+.*)/.exec(way)?.[1] ?? way);
}

const byId = "sqlite_autoindex_approvals_1 (id=?)";

test("G60: what waits is listed without a look at what was settled, or at what others answer themselves", async () => {
  const own = "approvals_by_person (person_id=? AND status=?)";
  const ways = waysTo("approvals", (store) => inboxOf(store, "p", { status: "pending", offset: 0, limit: 9 }));
  expect(await ways).toEqual([own, "approvals_of_others (status=?)", byId]);
  const riskiest = { filter: {}, after: null, limit: 9 };
  expect(await waysTo("approvals", (store) => waitingFor(store, "p", riskiest))).toEqual([
    own,
    "approvals_waiting_for_others (status=?)",
    byId,
  ]);
});

test("G60: what was settled is listed without a look at what others asked and answered themselves", async () => {
  const filter = { status: "accepted", tool: "pay", offset: 0, limit: 9 } as const;
  expect(await waysTo("approvals", (store) => inboxOf(store, "p", filter))).toEqual([
    "approvals_by_person (person_id=? AND status=?)",
    "approvals_of_others (status=?)",
    byId,
  ]);
});

test("G60: what somebody answered is found by their answers, also among the records of one person or chat", async () => {
  const filter = { kinds: null, chatId: "c", personId: "q", tool: null, from: null, to: null, before: null };
  const ways = await waysTo("audit", (store) => auditLog(store, "p", filter, 9));
  expect(ways).toContain("audit_by_approval (approval_id=?)");
  expect(ways).toHaveLength(2);
});

test("G60: a page far down one's own list is found in the index alone", async () => {
  const store = sqliteDatabase({ file: ":memory:" });
  await migrate(store);
  const { rows } = await sql<{ detail: string }>`explain query plan
    select id, requested_at from approvals where person_id = ${"p"} and status = 'accepted'
    order by requested_at, id limit 9 offset 1000`.execute(store.db);
  await store.close();
  expect(rows.map(({ detail }) => detail)).toEqual([
    "SEARCH approvals USING COVERING INDEX approvals_by_person (person_id=? AND status=?)",
  ]);
});
