import { sql } from "kysely";
import type { Role } from "#lib/people/role.ts";
import { record } from "#lib/store/audit/record.ts";
import { type BySession, holdSession } from "./hold-session.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { PushSubscriptionRow } from "#lib/store/schema/notification-tables.ts";
import { hostOf } from "#lib/untrusted/host-of.ts";
import { mayAnswerRow } from "./answerer-predicates.ts";
import { countMade } from "./person-counts.ts";

export type NewSubscription = Pick<PushSubscriptionRow, "id" | "person_id" | "endpoint" | "p256dh" | "auth" | "label">;

/** Oldest first. */
export function subscriptionsOf({ db }: Database, personId: string): Promise<PushSubscriptionRow[]> {
  return db
    .selectFrom("push_subscriptions")
    .selectAll()
    .where("person_id", "=", personId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** With the present role of its person. */
export function subscriptionById(
  { db }: Database,
  id: string,
): Promise<(PushSubscriptionRow & { role: Role }) | undefined> {
  return db
    .selectFrom("push_subscriptions")
    .innerJoin("people", "people.id", "push_subscriptions.person_id")
    .selectAll("push_subscriptions")
    .select("people.role")
    .where("push_subscriptions.id", "=", id)
    .executeTakeFirst();
}

/** The browsers of everybody who may answer this question, with the language that their person chose. */
export function browsersToTell(
  database: Database,
  approvalId: string,
): Promise<{ id: string; language: string | null }[]> {
  return toTell(database, approvalId).orderBy("push_subscriptions.created_at").execute();
}

/** Whether one of them is this browser. */
export async function isToTell(
  database: Database,
  { approvalId, id }: { approvalId: string; id: string },
): Promise<boolean> {
  return (await toTell(database, approvalId).where("push_subscriptions.id", "=", id).executeTakeFirst()) !== undefined;
}

function toTell({ db, now }: Database, approvalId: string) {
  return db
    .selectFrom("approvals")
    .innerJoin("push_subscriptions", (join) => join.onTrue())
    .innerJoin("people", "people.id", "push_subscriptions.person_id")
    .select(["push_subscriptions.id", "people.language"])
    .where("approvals.id", "=", approvalId)
    .where(mayAnswerRow({ now }));
}

/**
 * Subscribes a browser, unless the person has `most` already or the session that asks has ended. A browser of another
 * person from before, as its keys prove, is taken from that person.
 */
export function subscribe(
  database: Database,
  { tokenHash, ...given }: NewSubscription & Pick<BySession, "tokenHash">,
  most: number,
): Promise<{ id: string } | "too-many" | "signed-out"> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    const { person_id: personId, endpoint, auth, p256dh, label } = given;
    if (!(await holdSession(database, trx, { personId, tokenHash }))) return "signed-out";
    const known = await trx.selectFrom("push_subscriptions").selectAll().where("endpoint", "=", endpoint).execute();
    for (const former of known) {
      if (former.person_id !== personId && former.auth === auth) await remove(database, trx, former, "moved");
    }
    const own = known.find((row) => row.person_id === personId);
    if (own) {
      const set = { p256dh, auth, label, session_hash: tokenHash, last_problem: null };
      await trx.updateTable("push_subscriptions").set(set).where("id", "=", own.id).execute();
      return { id: own.id };
    }
    const { count } = await trx
      .selectFrom("push_subscriptions")
      .select((all) => all.fn.countAll<number>().as("count"))
      .where("person_id", "=", personId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= most) return "too-many";
    await countMade(database, trx, personId);
    await trx
      .insertInto("push_subscriptions")
      .values({ ...given, session_hash: tokenHash, created_at: sql<number>`${now}`, last_at: null, last_problem: null })
      .execute();
    const event = { kind: "push-subscribed", subscriptionId: given.id, host: hostOf(endpoint) } as const;
    await record(database, trx, { personId }, event);
    return { id: given.id };
  });
}

/** Unsubscribes a browser, at its person's wish or because its service says that it is gone. */
export function unsubscribe(
  database: Database,
  { id, personId }: { id: string; personId: string },
  why: "person" | "gone",
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const row = await trx
      .selectFrom("push_subscriptions")
      .selectAll()
      .where("id", "=", id)
      .where("person_id", "=", personId)
      .executeTakeFirst();
    return row ? remove(database, trx, row, why) : false;
  });
}

/** Unsubscribes all browsers of a person who was signed out everywhere; resolves to how many. */
export async function unsubscribeAll(database: Database, trx: Trx, personId: string): Promise<number> {
  const rows = await trx.selectFrom("push_subscriptions").selectAll().where("person_id", "=", personId).execute();
  for (const row of rows) await remove(database, trx, row, "signed-out");
  return rows.length;
}

/**
 * Unsubscribes the browser of a session that ended (THREATS B11: lost rights count at once). Where its person signed in
 * there anew, it stays theirs.
 */
export async function unsubscribeSession(
  database: Database,
  trx: Trx,
  ended: string,
  next: BySession | null = null,
): Promise<void> {
  const rows = await trx.selectFrom("push_subscriptions").selectAll().where("session_hash", "=", ended).execute();
  for (const row of rows) {
    if (row.person_id !== next?.personId) await remove(database, trx, row, "signed-out");
    else
      await trx
        .updateTable("push_subscriptions")
        .set({ session_hash: next.tokenHash })
        .where("id", "=", row.id)
        .execute();
  }
}

async function remove(
  database: Database,
  trx: Trx,
  { id, person_id: personId, endpoint }: PushSubscriptionRow,
  why: "person" | "gone" | "moved" | "signed-out",
): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("push_subscriptions").where("id", "=", id).executeTakeFirstOrThrow();
  if (numDeletedRows !== 1n) return false;
  await trx.deleteFrom("deliveries").where("target_id", "=", id).execute();
  await record(database, trx, { personId }, { kind: "push-removed", subscriptionId: id, host: hostOf(endpoint), why });
  return true;
}
