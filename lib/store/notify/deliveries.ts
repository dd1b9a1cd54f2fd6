import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { SignedHead } from "#lib/audit/head.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { DeliveryRow } from "#lib/store/schema/notification-tables.ts";

type Due = Pick<DeliveryRow, "id" | "target_id">;

/** Messages that are due, longest due first, to none of the targets that are `busy`. */
export function dueDeliveries({ db, now }: Database, busy: readonly string[], most: number): Promise<Due[]> {
  const due = db
    .selectFrom("deliveries")
    .select(["id", "target_id"])
    // A literal, so that the partial index serves.
    .where("state", "=", sql.lit("due"))
    .where("next_at", "<=", sql<number>`(select ${now})`)
    .orderBy("next_at")
    .limit(most);
  return (busy.length === 0 ? due : due.where("target_id", "not in", busy)).execute();
}

/**
 * Takes messages for this process: until `holdMs` have passed nobody else sends them. Those that another process took a
 * moment ago are not among what it resolves to.
 */
export function claimDeliveries(
  database: Database,
  ids: readonly string[],
  { holdMs }: { holdMs: number },
): Promise<DeliveryRow[]> {
  const { now } = database;
  if (ids.length === 0) return Promise.resolve([]);
  return inTransaction(database, (trx) =>
    trx
      .updateTable("deliveries")
      .set({ attempts: sql<number>`attempts + 1`, next_at: sql<number>`${now} + ${holdMs}` })
      .where("id", "in", ids)
      .where("state", "=", "due")
      .where("next_at", "<=", sql<number>`${now}`)
      .returningAll()
      .execute(),
  );
}

type Failure = { problem: string; againAfterMs: number | null };

/** Notes that a message arrived (`null`), or why not and when it is tried again; never again when that is null. */
export function deliveryEnded(database: Database, delivery: DeliveryRow, failure: Failure | null): Promise<void> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    const { id, target_kind: kind, target_id: target, attempts } = delivery;
    const set = { last_at: sql<number>`${now}`, last_problem: failure?.problem ?? null };
    const table = { webhook: "webhooks", push: "push_subscriptions", head: null } as const;
    if (table[kind] !== null) await trx.updateTable(table[kind]).set(set).where("id", "=", target).execute();
    const isOver = failure === null || (failure.againAfterMs === null && kind !== "webhook");
    if (isOver) return void (await trx.deleteFrom("deliveries").where("id", "=", id).execute());
    const { againAfterMs } = failure;
    const next =
      againAfterMs === null ? { state: "dead" as const } : { next_at: sql<number>`${now} + ${againAfterMs}` };
    // Unless it was held for so long that another process took it.
    await trx.updateTable("deliveries").set(next).where("id", "=", id).where("attempts", "=", attempts).execute();
  });
}

/**
 * Has a signed head of the audit trail sent. One that still waits is not sent any more: the newer one says as much and
 * more, and an address that is down for a week gets one message, not thousands. A change of the key is always told.
 */
export async function queueHead(
  { now }: Pick<Database, "now">,
  trx: Trx,
  target: string,
  head: SignedHead,
): Promise<void> {
  await trx
    .deleteFrom("deliveries")
    .where("target_kind", "=", "head")
    .where("target_id", "=", target)
    .where("event", "=", "audit.head")
    .execute();
  const event = head.next === null ? ("audit.head" as const) : ("audit.key" as const);
  const about = { target_kind: "head" as const, target_id: target, event, approval_id: "" };
  const at = sql<number>`${now}`;
  const fresh = { attempts: 0, state: "due" as const, next_at: at, created_at: at };
  await trx
    .insertInto("deliveries")
    .values({ id: randomUUID(), ...about, body_json: JSON.stringify(head), ...fresh })
    .execute();
}

/** Drops a message that has nobody to go to. */
export async function dropDelivery({ db }: Database, id: string): Promise<void> {
  await db.deleteFrom("deliveries").where("id", "=", id).execute();
}

/** How many messages to each of the targets wait to be tried again, and how many were given up. */
export async function backlogOf(
  { db }: Database,
  targetIds: readonly string[],
): Promise<Map<string, { due: number; dead: number }>> {
  if (targetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("deliveries")
    .select(["target_id", "state", (all) => all.fn.countAll<number>().as("count")])
    .where("target_id", "in", targetIds)
    .groupBy(["target_id", "state"])
    .execute();
  const backlog = new Map(targetIds.map((id) => [id, { due: 0, dead: 0 }]));
  for (const { target_id: id, state, count } of rows) {
    const entry = backlog.get(id);
    if (entry) entry[state] = Number(count);
  }
  return backlog;
}

/** Forgets messages that were given up so long ago. */
export async function forgetDead({ db, now }: Database, { olderThanMs }: { olderThanMs: number }): Promise<void> {
  await db
    .deleteFrom("deliveries")
    .where("state", "=", "dead")
    .where("created_at", "<", sql<number>`(select ${now}) - ${olderThanMs}`)
    .execute();
}
