import { sql, type ExpressionBuilder, type RawBuilder } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { GrantEnd } from "#lib/grants/grant-view.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
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

/** Upper bound of the grants of one person that are in force. */
export const mostStandingGrants = 200;

/** Whether a person may give one more grant (G14: limits of one person). */
export async function hasRoomForGrant(
  store: Pick<Database, "now"> & { db: Database["db"] | Trx },
  personId: string,
): Promise<boolean> {
  const standing = await inForce(store, personId).select("id").limit(mostStandingGrants).execute();
  return standing.length < mostStandingGrants;
}

/** The grants of a person for every chat, in force, whatever tool they are for. */
export function grantsEverywhere(store: Database, personId: string): Promise<GrantRow[]> {
  return inForce(store, personId).selectAll().where("chat_id", "is", null).orderBy("given_at").orderBy("id").execute();
}

function inForce({ db, now }: Parameters<typeof hasRoomForGrant>[0], personId: string) {
  const ofPerson = db.selectFrom("grants").where("person_id", "=", personId).where("ended_at", "is", null);
  return ofPerson.where(inTime(sql<number>`(select ${now})`));
}

/** A call that a grant may cover. */
export type CallToGrant = { personId: string; chatId: string; serverId: string; toolName: string };

/**
 * The grants that may cover a call, narrowest first: those of its chat or of every chat, in force. A grant for every
 * chat covers what the person asks for, not what a program asks for in their name (I6: no answering for oneself).
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
 * Counts one use of a grant, in the transaction that starts the call: only while the grant is in force on the database
 * clock, and only within its limits of calls and amount. The row's lock serialises uses, so the limits hold over all
 * processes. Undefined when the use was not counted.
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

/** It was taken back, by its person or because somebody else's word or account would stand behind it. */
const takenBack: GrantEnd[] = ["revoked", "server-removed", "signed-in-anew", "password-reset", "disabled"];

/**
 * Locks a grant on which a call was started before; true unless it was taken back since. The use was counted then, so a
 * grant that is used up or lapsed by now does not stop the call half-way.
 */
export async function holdGrant(trx: Trx, id: string): Promise<boolean> {
  const result = await trx
    .updateTable("grants")
    .set({ last_used_at: sql<number | null>`last_used_at` })
    .where("id", "=", id)
    .where((grant) => grant.or([grant("ended_by", "is", null), grant("ended_by", "not in", takenBack)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** A grant of this person, ended or not. */
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
    .where("ended_by", "in", takenBack)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a grant of this person; undefined when there is none in force. */
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

/** Ids of grants that are past their end and not marked as ended, earliest end first. */
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

/** Marks grants that are past their end as ended, at that time; resolves to them. */
export async function endLapsedGrants(database: Database, trx: Trx, most: number): Promise<GrantRow[]> {
  const ids = await lapsedGrants(database, trx, most);
  if (ids.length === 0) return [];
  return (
    trx
      .updateTable("grants")
      .set({ ended_at: sql<number>`until`, ended_by: "lapsed" })
      .where("id", "in", ids)
      // Another process may have ended it first.
      .where("ended_at", "is", null)
      .returningAll()
      .execute()
  );
}

/** A grant, the title of the chat in which it was given, and whether it is past its end. */
export type ListedGrant = GrantRow & { given_in_title: string | null; chat_title: string | null; lapsed: number };

/** A person's grants, latest first: those in force, or those that have ended. */
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
