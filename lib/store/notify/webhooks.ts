import { sql } from "kysely";
import { may } from "#lib/people/may.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { standingKey } from "#lib/store/people/keys.ts";
import { roleNow } from "#lib/store/people/hold-session.ts";
import { countMade, lockCount } from "#lib/store/people/person-counts.ts";
import type { WebhookRow } from "#lib/store/schema/notification-tables.ts";

/** `url` and `secret` are sealed; `host` is what may be told of the address. */
export type NewWebhook = Pick<WebhookRow, "id" | "kind" | "url" | "secret" | "with_arguments" | "key_id"> & {
  host: string;
};

/** Oldest first. */
export function allWebhooks({ db }: Database): Promise<(WebhookRow & { key_name: string | null })[]> {
  return db
    .selectFrom("webhooks")
    .leftJoin("api_keys", "api_keys.id", "webhooks.key_id")
    .selectAll("webhooks")
    .select("api_keys.name as key_name")
    .orderBy("webhooks.created_at")
    .orderBy("webhooks.id")
    .execute();
}

export async function hasWebhook({ db }: Database, keyId: string): Promise<boolean> {
  return (await db.selectFrom("webhooks").select("id").where("key_id", "=", keyId).executeTakeFirst()) !== undefined;
}

export function webhookById({ db }: Database, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Adds a webhook for a person, unless there are `most` already, or their role no longer allows it. `no-key`: the key
 * whose asks it is to hear of is none of theirs that asks. `not-owner`: it would send arguments.
 */
export function addWebhook(
  database: Database,
  personId: string,
  { host, ...webhook }: NewWebhook,
  most: number,
): Promise<"added" | "too-many" | "forbidden" | "not-owner" | "no-key"> {
  const { now } = database;
  return inTransaction(database, async (trx) => {
    const role = await roleNow(database, trx, personId);
    if (role === null || !may(role, "manage-webhooks")) return "forbidden";
    if (webhook.with_arguments === 1 && !may(role, "send-arguments")) return "not-owner";
    if (webhook.key_id !== null) {
      const key = await standingKey(database, trx, webhook.key_id);
      if (key?.person.id !== personId || !key.scopes.includes("asks")) return "no-key";
    }
    await lockCount(database, trx, "webhooks");
    await trx
      .insertInto("webhooks")
      .values({ ...webhook, created_at: sql<number>`${now}`, last_at: null, last_problem: null })
      .execute();
    const { count } = await trx
      .selectFrom("webhooks")
      .select((all) => all.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) > most) {
      await trx.deleteFrom("webhooks").where("id", "=", webhook.id).execute();
      return "too-many";
    }
    await countMade(database, trx, personId);
    await record(
      database,
      trx,
      { personId },
      {
        kind: "webhook-added",
        webhookId: webhook.id,
        shape: webhook.kind,
        host,
        withArguments: webhook.with_arguments === 1,
      },
    );
    return "added";
  });
}

/** Removes a webhook with its deliveries; false when there is none. */
export function removeWebhook(
  database: Database,
  personId: string,
  { id, host }: { id: string; host: (row: WebhookRow) => string },
): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const removed = await trx.deleteFrom("webhooks").where("id", "=", id).returningAll().executeTakeFirst();
    if (!removed) return false;
    await trx.deleteFrom("deliveries").where("target_id", "=", id).execute();
    await record(database, trx, { personId }, { kind: "webhook-removed", webhookId: id, host: host(removed) });
    return true;
  });
}

/** Notes the final outcome of a delivery. */
export async function noteWebhookTried({ db, now }: Database, id: string, problem: string | null): Promise<void> {
  const set = { last_at: sql<number>`${now}`, last_problem: problem };
  await db.updateTable("webhooks").set(set).where("id", "=", id).execute();
}
