import { sql, type ExpressionBuilder } from "kysely";
import type { Hand } from "#lib/people/hand.ts";
import type { Role } from "#lib/people/role.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { Schema } from "#lib/store/schema/schema.ts";

/** How long an account counts as also in the hands of whoever made or reset it. */
const handsMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Serialises changes of accounts and roles by locking one row, first of all: no link of a chain that is made at the
 * same moment is missed, and nobody acts by a role that is being taken away.
 */
export async function takeTurn(trx: Trx): Promise<void> {
  await trx
    .updateTable("instance")
    .set((row) => ({ value: row.ref("value") }))
    .where("key", "=", "owner")
    .execute();
}

type Laid = { personId: string; by: { id: string; role: Role } };

/**
 * Notes that somebody made this account, raised its role, reset it or re-enabled it. Part of that transaction, after
 * `takeTurn`. Everybody whose hand is on that somebody now has a hand on this account, and on every account that it
 * made.
 */
export async function layHand({ now }: Pick<Database, "now">, trx: Trx, { personId, by }: Laid): Promise<void> {
  if (personId === by.id) return;
  const recent = trx.selectFrom("account_hands").selectAll().where("at", ">", since(now));
  const above = await recent.where("person_id", "=", by.id).execute();
  const below = await recent.where("by_id", "=", personId).execute();
  const hands = [{ byId: by.id, asOwner: by.role === "owner" ? 1 : 0, at: sql<number>`${now}` }].concat(
    above.map(({ by_id: byId, as_owner: asOwner, at }) => ({ byId, asOwner, at: sql<number>`${sql.lit(at)}` })),
  );
  const accounts = [{ id: personId, at: null as number | null }].concat(
    below.map(({ person_id: id, at }) => ({ id, at })),
  );
  for (const { byId, asOwner, at } of hands) {
    for (const account of accounts) {
      if (account.id === byId) continue;
      // A chain is as old as its oldest link.
      const oldest =
        account.at === null ? at : sql<number>`case when ${at} < ${account.at} then ${at} else ${account.at} end`;
      await trx
        .insertInto("account_hands")
        .values({ person_id: account.id, by_id: byId, as_owner: asOwner, at: oldest })
        .onConflict((conflict) =>
          conflict.columns(["person_id", "by_id", "as_owner"]).doUpdateSet({
            at: sql<number>`case when excluded.at > account_hands.at then excluded.at else account_hands.at end`,
          }),
        )
        .execute();
    }
  }
}

function since(now: Database["now"]) {
  return sql<number>`(select ${now}) - ${sql.lit(handsMs)}`;
}

/**
 * Whether the person of `people` and the asker in `approvals`, both tables of the statement, are two people as far as
 * their accounts show. The SQL form of `whySame`.
 */
export function areApart(row: ExpressionBuilder<Schema, "approvals" | "people">, now: Database["now"]) {
  const hands = row
    .selectFrom("account_hands")
    .select("account_hands.person_id")
    .where("account_hands.at", ">", since(now))
    .where((hand) =>
      hand.or([
        hand.and([
          hand("account_hands.person_id", "=", hand.ref("people.id")),
          hand.or([
            hand("account_hands.as_owner", "=", 0),
            hand("account_hands.by_id", "=", hand.ref("approvals.person_id")),
          ]),
        ]),
        hand.and([
          hand("account_hands.person_id", "=", hand.ref("approvals.person_id")),
          hand("account_hands.by_id", "=", hand.ref("people.id")),
          hand.or([hand("account_hands.as_owner", "=", 0), hand("people.role", "!=", "owner")]),
        ]),
      ]),
    );
  return row.not(row.exists(hands));
}

/** Whose hand is on which account now. */
export async function presentHands({ db, now }: Pick<Database, "db" | "now">): Promise<Hand[]> {
  const rows = await db.selectFrom("account_hands").selectAll().where("at", ">", since(now)).execute();
  return rows.map(({ person_id: personId, by_id: byId, as_owner }) => ({ personId, byId, asOwner: as_owner === 1 }));
}
