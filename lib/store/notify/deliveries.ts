import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { SignedHead } from "#lib/audit/head.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import type { DeliveryRow } from "#lib/store/schema/notification-tables.ts";

/** A `place` gets one delivery at a time. All browsers of a person are one place, and each webhook is one. */
type Due = Pick<DeliveryRow, "id"> & { place: string };

/** Deliveries that are due, longest due first, except those to `busy` places. */
export async function dueDeliveries(database: Database, busy: readonly string[], most: number): Promise<Due[]> {
  if (busy.length === 0) return (await due(database, { most })).rows;
  return allDue(database.db, { most }, database.now).where(place, "not in", busy).execute();
}

const place = sql<string>`coalesce(push_subscriptions.person_id, deliveries.target_id)`;

function allDue(db: Database["db"], { most }: { most: number }, now: Database["now"]) {
  return (
    db
      .selectFrom("deliveries")
      .leftJoin("push_subscriptions", "push_subscriptions.id", "deliveries.target_id")
      .select(["deliveries.id", place.as("place")])
      // A literal, so that the planner uses the partial index.
      .where("state", "=", sql.lit("due"))
      .where("next_at", "<=", sql<number>`(select ${now})`)
      .orderBy("next_at")
      .limit(most)
  );
}

const due = preparedAt(allDue);

/**
 * Claims deliveries for this process: for `holdMs` no other process sends them. Resolves without those that another
 * process claimed first.
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

/** Notes that a delivery arrived (`null`), or why it failed and when it is retried; null there means never. */
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
    // Only when no other process claimed it meanwhile.
    await trx.updateTable("deliveries").set(next).where("id", "=", id).where("attempts", "=", attempts).execute();
  });
}

/**
 * Queues a signed head of the audit trail. It replaces one that still waits: the newer head covers it, and an address
 * that is down for a week gets one message, not thousands. A change of the key is always sent.
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

/** Queues a message to each webhook of a key: one of its asks is decided. */
export async function queueAskDecided(
  { now }: Pick<Database, "now">,
  trx: Trx,
  { id, keyId }: { id: string; keyId: string },
): Promise<void> {
  const webhooks = await trx.selectFrom("webhooks").select("id").where("key_id", "=", keyId).execute();
  const message = { type: "ask.decided", timestamp: new Date().toISOString(), data: { id } };
  const at = sql<number>`${now}`;
  const fresh = { attempts: 0, state: "due" as const, next_at: at, created_at: at };
  const about = { target_kind: "webhook" as const, event: "ask.decided" as const, approval_id: "" };
  for (const { id: target_id } of webhooks) {
    await trx
      .insertInto("deliveries")
      .values({ id: randomUUID(), target_id, ...about, body_json: JSON.stringify(message), ...fresh })
      .execute();
  }
}

/** Deletes a delivery whose target is gone. */
export async function dropDelivery({ db }: Database, id: string): Promise<void> {
  await db.deleteFrom("deliveries").where("id", "=", id).execute();
}

/** How many deliveries to each of the targets wait for a retry, and how many were given up. */
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

/** Deletes deliveries that were given up so long ago. */
export async function forgetDead({ db, now }: Database, { olderThanMs }: { olderThanMs: number }): Promise<void> {
  await db
    .deleteFrom("deliveries")
    .where("state", "=", "dead")
    .where("created_at", "<", sql<number>`(select ${now}) - ${olderThanMs}`)
    .execute();
}
