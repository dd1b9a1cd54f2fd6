import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { AuditEvent } from "#lib/audit/events.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Recorded } from "#lib/store/engine/recorded.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";
import type { DeliveryRow, NotifiedEvent, OutboxRow } from "#lib/store/schema/notification-tables.ts";

/** Audit events that are sent to webhooks and browsers. */
const told: { [Kind in AuditEvent["kind"]]?: NotifiedEvent } = {
  "approval-opened": "approval.opened",
  "approval-decided": "approval.settled",
  "approval-attested": "approval.settled",
  "approval-ended": "approval.settled",
};

/** Whether somebody may be notified of it. */
export function isNotified({ event }: Recorded): boolean {
  return told[event.kind] !== undefined;
}

/**
 * Queues a notification about an approval, in the transaction that changes the approval, so that none is lost and none
 * tells of a change that rolled back. Does nothing where nobody is notified.
 */
export async function noteInOutbox(
  { now }: Pick<Database, "now">,
  trx: Trx,
  approvalId: string,
  events: readonly AuditEvent[],
): Promise<void> {
  for (const { kind, ...detail } of events) {
    const event = told[kind];
    if (event === undefined) continue;
    await noted({ db: trx, now }, { id: randomUUID(), event, approvalId, detail: JSON.stringify(detail) });
  }
}

type Note = { id: string; event: NotifiedEvent; approvalId: string; detail: string };

const noted = preparedAt((db, { id, event, approvalId, detail }: Note, now) => {
  const text = (value: string) => sql<string>`cast(${value} as text)`;
  return db
    .insertInto("outbox")
    .columns(["id", "event", "approval_id", "detail_json", "created_at"])
    .expression(
      db
        .selectNoFrom([
          text(id).as("id"),
          sql<NotifiedEvent>`cast(${event} as text)`.as("event"),
          text(approvalId).as("approval_id"),
          text(detail).as("detail_json"),
          sql<number>`${now}`.as("created_at"),
        ])
        .where((row) =>
          row.or([
            row.exists(row.selectFrom("webhooks").select("webhooks.id").where("webhooks.key_id", "is", null)),
            row.exists(row.selectFrom("push_subscriptions").select("push_subscriptions.id")),
          ]),
        ),
    );
});

/** Notifications that have no deliveries yet, oldest first. */
export async function untold({ db }: Database, most: number): Promise<OutboxRow[]> {
  return (await oldest(db, { most })).rows;
}

const oldest = prepared((db, { most }: { most: number }) =>
  db.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("id").limit(most),
);

export type NewDelivery = Pick<DeliveryRow, "id" | "target_kind" | "target_id" | "event" | "approval_id" | "body_json">;

const rowsAtOnce = 100;

/** Replaces one event by its deliveries; changes nothing when another process already did. */
export function shareOut(database: Database, outboxId: string, messages: readonly NewDelivery[]): Promise<void> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("outbox").where("id", "=", outboxId).executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) return;
    const at = sql<number>`${now}`;
    const fresh = { attempts: 0, state: "due" as const, next_at: at, created_at: at };
    // Queries of the embedded database never yield, and one card may be told to thousands of browsers.
    for (let from = 0; from < messages.length; from += rowsAtOnce) {
      const some = messages.slice(from, from + rowsAtOnce);
      await trx
        .insertInto("deliveries")
        .values(some.map((message) => ({ ...message, ...fresh })))
        .execute();
    }
  });
}
