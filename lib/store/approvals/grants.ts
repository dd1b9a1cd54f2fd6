import { sql, type ExpressionBuilder, type RawBuilder } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { GrantEnd, GrantRow } from "#lib/store/schema/grants-table.ts";
import type { Schema } from "#lib/store/schema/schema.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";

export type NewGrant = Omit<
  GrantRow,
  "until" | "uses" | "budget_spent" | "given_at" | "last_used_at" | "ended_at" | "ended_by"
> & {
  /** Unix ms, or ms from the database's now. */
  ends: { at: number } | { afterMs: number } | null;
};

export async function insertGrant({ now }: Database, trx: Trx, { ends, ...grant }: NewGrant): Promise<GrantRow> {
  const until = ends === null ? null : "at" in ends ? ends.at : sql<number>`${now} + ${ends.afterMs}`;
  return trx
    .insertInto("grants")
    .values({
      ...grant,
      until,
      uses: 0,
      budget_spent: 0,
      given_at: sql<number>`${now}`,
      last_used_at: null,
      ended_at: null,
      ended_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** More than anybody keeps in sight. */
export const mostStandingGrants = 200;

/** Whether a person may give one more grant (G14). */
export async function hasRoomForGrant({ db, now }: Database, personId: string): Promise<boolean> {
  const standing = await db
    .selectFrom("grants")
    .select("id")
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .where(({ or, eb }) => or([eb("until", "is", null), eb("until", ">", sql<number>`(select ${now})`)]))
    .limit(mostStandingGrants)
    .execute();
  return standing.length < mostStandingGrants;
}

/** A call that a grant may let run. */
export type CallToGrant = { personId: string; chatId: string; serverId: string; toolName: string };

/**
 * The grants that may be for a call, narrowest first: those of its chat or of every chat that have not ended. One for
 * every chat is for those in which the person asks, not for what a program asks in their name (I6).
 */
export async function standingGrants(store: Database, of: CallToGrant): Promise<GrantRow[]> {
  return (await standing(store, of)).rows;
}

const standing = preparedAt((db, { personId, serverId, toolName, chatId }: CallToGrant, now) =>
  db
    .selectFrom("grants")
    .selectAll()
    .where("person_id", "=", personId)
    .where("server_id", "=", serverId)
    .where("tool_name", "=", toolName)
    .where("ended_at", "is", null)
    .where((grant) =>
      grant.or([grant("chat_id", "=", chatId), grant.and([grant("chat_id", "is", null), ownChat(grant, chatId)])]),
    )
    .where(inTime(sql<number>`(select ${now})`))
    .orderBy(sql`case reach when 'call' then 0 when 'chat' then 1 else 2 end`)
    .orderBy("given_at")
    .orderBy("id"),
);

/**
 * Counts one use of a grant, in the transaction that starts the call: only while it stands on the database's clock, and
 * only if neither calls nor amount go beyond what was given. The row's own lock makes one use follow the other, so that
 * what was given is never exceeded, however many processes try. Undefined when it did not.
 */
export async function takeGrant(
  { now }: Database,
  trx: Trx,
  { id, fingerprint, units }: { id: string; fingerprint: string; units: number },
): Promise<GrantRow | undefined> {
  return trx
    .updateTable("grants")
    .set({
      uses: sql<number>`uses + 1`,
      budget_spent: sql<number>`budget_spent + ${units}`,
      last_used_at: sql<number>`${now}`,
    })
    .where("id", "=", id)
    .where("fingerprint", "=", fingerprint)
    .where("ended_at", "is", null)
    .where(inTime(now))
    .where((grant) => grant.or([grant("max_uses", "is", null), sql<boolean>`uses < max_uses`]))
    .where((grant) =>
      grant.or([grant("budget_total", "is", null), sql<boolean>`budget_spent + ${units} <= budget_total`]),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Holds a grant on which a call was started before: true unless it was revoked since. Its use was counted then; that it
 * is used up or out of time by now is no reason to leave the call half done.
 */
export async function holdGrant(trx: Trx, id: string): Promise<boolean> {
  const result = await trx
    .updateTable("grants")
    .set({ last_used_at: sql<number | null>`last_used_at` })
    .where("id", "=", id)
    .where((grant) => grant.or([grant("ended_by", "is", null), grant("ended_by", "!=", "revoked")]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A grant of this person, whatever became of it. */
export function grantById(
  { db }: Database,
  { id, personId }: { id: string; personId: string },
): Promise<GrantRow | undefined> {
  return db.selectFrom("grants").selectAll().where("id", "=", id).where("person_id", "=", personId).executeTakeFirst();
}

export async function wasRevoked({ db }: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("grants")
    .select("id")
    .where("id", "=", id)
    .where("ended_by", "=", "revoked")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a grant that has not ended; undefined when there is none of this person's. */
export async function endGrant(
  { now }: Database,
  trx: Trx,
  of: { id: string; personId: string },
  by: GrantEnd,
): Promise<GrantRow | undefined> {
  return trx
    .updateTable("grants")
    .set({ ended_at: sql<number>`${now}`, ended_by: by })
    .where("id", "=", of.id)
    .where("person_id", "=", of.personId)
    .where("ended_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Ids of the grants that stand although their time has passed, the earliest first. */
export async function lapsedGrants({ now }: Database, db: Database["db"] | Trx, most: number): Promise<string[]> {
  const due = await db
    .selectFrom("grants")
    .select("id")
    .where("ended_at", "is", null)
    .where("until", "<=", sql<number>`(select ${now})`)
    .orderBy("until")
    .limit(most)
    .execute();
  return due.map(({ id }) => id);
}

/** Ends grants whose time has passed, as of that time; resolves to them. */
export async function endLapsedGrants(database: Database, trx: Trx, most: number): Promise<GrantRow[]> {
  const ids = await lapsedGrants(database, trx, most);
  if (ids.length === 0) return [];
  return (
    trx
      .updateTable("grants")
      .set({ ended_at: sql<number>`until`, ended_by: "lapsed" })
      .where("id", "in", ids)
      // Another process may have been quicker.
      .where("ended_at", "is", null)
      .returningAll()
      .execute()
  );
}

/** Ends the grants that stand for one chat of this person alone, which go with it; resolves to them. */
export function endGrantsOfChat(
  { now }: Database,
  trx: Trx,
  { personId, chatId }: { personId: string; chatId: string },
): Promise<GrantRow[]> {
  return trx
    .updateTable("grants")
    .set({ ended_at: sql<number>`${now}`, ended_by: "revoked" })
    .where("person_id", "=", personId)
    .where("chat_id", "=", chatId)
    .where("ended_at", "is", null)
    .returningAll()
    .execute();
}

/** A grant with the chat that it was given in, and whether its time has come. */
export type ListedGrant = GrantRow & { given_in_title: string | null; chat_title: string | null; lapsed: number };

/** A person's grants, latest first: those that stand, or those that have ended. */
export function grantsOf(
  { db, now }: Database,
  personId: string,
  { standing, most }: { standing: boolean; most: number },
): Promise<ListedGrant[]> {
  const clock = sql<number>`(select ${now})`;
  return db
    .selectFrom("grants")
    .leftJoin("chats as given", "given.id", "grants.given_in")
    .leftJoin("chats as held", "held.id", "grants.chat_id")
    .selectAll("grants")
    .select([
      "given.title as given_in_title",
      "held.title as chat_title",
      sql<number>`case when grants.until is not null and grants.until <= ${clock} then 1 else 0 end`.as("lapsed"),
    ])
    .where("grants.person_id", "=", personId)
    .where((grant) => {
      const stands = grant.and([
        sql<boolean>`grants.ended_at is null`,
        sql<boolean>`(grants.until is null or grants.until > ${clock})`,
      ]);
      return standing ? stands : grant.not(stands);
    })
    .orderBy("grants.given_at", "desc")
    .orderBy("grants.id", "desc")
    .limit(most)
    .execute();
}

function ownChat({ exists, selectFrom }: ExpressionBuilder<Schema, "grants">, chatId: string) {
  return exists(selectFrom("chats").select("chats.id").where("chats.id", "=", chatId).where("by_key", "=", 0));
}

function inTime(clock: RawBuilder<number>) {
  return (grant: ExpressionBuilder<Schema, "grants">) =>
    grant.or([grant("until", "is", null), grant("until", ">", clock)]);
}
