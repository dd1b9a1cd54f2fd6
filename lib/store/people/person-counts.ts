import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";

const hourMs = 3_600_000;

/** What is counted for a person, and how long a count lasts from its first entry. */
const lastsMs = { messages: hourMs, asks: hourMs, calls: hourMs, made: hourMs, tokens: 24 * hourMs, tries: hourMs };

/** What one person may make within an hour of all that leaves a record for ever. */
export const mostMade = 1_000;

/** Calls and readings of one person within an hour: it bounds what is stored for them, and asked of servers. */
export const mostCalls = 3_000;
/** Apps get none once there were so many: the rest is for what a person does, and for their clients. */
export const mostWithApps = 1_000;

type Count = { personId: string; what: keyof typeof lastsMs };

/**
 * Adds `more` to a person's count and resolves to null. Once the count has reached `most` it adds nothing and resolves
 * to how long it still lasts. One statement, so that requests at once, in any number of processes, count one another.
 */
export async function countMore(
  { now }: Database,
  db: Database["db"] | Trx,
  { personId, what, more, most }: Count & { more: number; most: number },
): Promise<{ leftMs: number } | null> {
  if (most === Infinity) return null;
  const { rows } = await counted({ db, now }, { personId, what, more, most, forMs: lastsMs[what] });
  return rows.length === 0 ? { leftMs: (await usedUp({ now }, db, { personId, what, most }))?.leftMs ?? 0 } : null;
}

type More = Count & { more: number; most: number; forMs: number };

const counted = preparedAt((db, { personId, what, more, most, forMs }: More, now) => {
  const isOver = sql<boolean>`person_counts.until <= ${now}`;
  return db
    .insertInto("person_counts")
    .values({ person_id: personId, what, count: more, until: sql<number>`${now} + ${forMs}` })
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "what"])
        .doUpdateSet({
          count: sql<number>`case when ${isOver} then excluded.count else person_counts.count + excluded.count end`,
          until: sql<number>`case when ${isOver} then excluded.until else person_counts.until end`,
        })
        .where(({ or, eb }) => or([isOver, eb("person_counts.count", "<", most)])),
    )
    .returning("count");
});

/** How long a person has to wait before they may use more; null for no wait. */
export async function usedUp(
  { now }: Pick<Database, "now">,
  db: Database["db"] | Trx,
  { personId, what, most }: Count & { most: number },
): Promise<{ leftMs: number } | null> {
  if (most === Infinity) return null;
  const row = await db
    .selectFrom("person_counts")
    .select(sql<number>`until - ${now}`.as("leftMs"))
    .where("person_id", "=", personId)
    .where("what", "=", what)
    .where("count", ">=", most)
    .where("until", ">", sql<number>`${now}`)
    .executeTakeFirst();
  return row ?? null;
}

/** Rolls back the transaction that throws it. */
export class TooMuchMade extends Error {
  override name = "TooMuchMade";
  readonly leftMs: number;

  constructor(leftMs: number) {
    super("The limit of what one person makes within an hour is reached.");
    this.leftMs = leftMs;
  }
}

/**
 * Counts a key, device, grant or the like that a person makes, because making and ending one in a loop would fill the
 * audit trail (G14). Ending is never refused. Throws `TooMuchMade`.
 */
export async function countMade(database: Database, trx: Trx, personId: string, more = 1): Promise<void> {
  const over = await countMore(database, trx, { personId, what: "made", more, most: mostMade });
  if (over !== null) throw new TooMuchMade(over.leftMs);
}

/** Corrects a count by the difference to the real use. */
export async function correctCount({ db }: Database, correction: Count & { by: number }): Promise<void> {
  await corrected(db, correction);
}

const corrected = prepared((db, { personId, what, by }: Count & { by: number }) =>
  db
    .updateTable("person_counts")
    .set({ count: sql<number>`count + ${by}` })
    .where("person_id", "=", personId)
    .where("what", "=", what),
);

/** Whether a person may have one more chat. Locks them until the transaction ends, as `mayAskMore` does. */
export async function hasRoomForChat(
  database: Database,
  trx: Trx,
  { personId, most }: { personId: string; most: number },
): Promise<boolean> {
  if (most === Infinity) return true;
  await holdPerson(database, trx, personId);
  return (await chatsBehind(trx, { personId, last: most - 1 })).rows.length === 0;
}

/** The chat after so many; there are thousands, and one says enough. */
const chatsBehind = prepared((db, { personId, last }: { personId: string; last: number }) =>
  db
    .selectFrom("chats")
    .select("id")
    .where("person_id", "=", personId)
    .where("origin", "=", "chat")
    .limit(sql.lit(1))
    .offset(last),
);

/** Locks the counts of a person until this transaction ends. SQLite has one writer anyway. */
export async function holdPerson({ dialect }: Database, trx: Trx, personId: string): Promise<void> {
  if (dialect === "sqlite") return;
  await trx.selectFrom("people").select("id").where("id", "=", personId).forNoKeyUpdate().execute();
}

/**
 * Has transactions that make the same take turns until they end, so that each counts what the others made. SQLite has one
 * writer anyway.
 */
export async function lockCount(
  { dialect }: Pick<Database, "dialect">,
  trx: Trx,
  what: "webhooks" | "models",
): Promise<void> {
  if (dialect === "sqlite") return;
  // The space of two keys is apart from that of one, which other locks have.
  await sql`select pg_advisory_xact_lock(${sql.lit(countSpace)}, hashtext(${what}))`.execute(trx);
}

const countSpace = 7_301;
