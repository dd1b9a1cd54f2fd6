import { sql, type ExpressionBuilder } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { Schema, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** How long an agent counts as waiting after it was last seen to. */
const waitsMs = 15_000;

type Of = { id: string; keyId: string };

export async function insertAsk(
  { now }: Database,
  trx: Trx,
  { id: call_id, keyId: key_id, runId: run_id }: Of & { runId: string },
): Promise<void> {
  await trx
    .insertInto("asks")
    .values({
      call_id,
      key_id,
      run_id,
      waited_until: sql<number>`${now} + ${waitsMs}`,
      released_at: null,
      ended_at: null,
      outcome_json: null,
    })
    .execute();
}

/** How many asks wait for their end: with this key, and with all keys of its person. */
export async function countOpenAsks(
  trx: Trx,
  { keyId, personId }: { keyId: string; personId: string },
): Promise<{ ofKey: number; ofPerson: number }> {
  const open = await trx
    .selectFrom("asks")
    .innerJoin("api_keys", "api_keys.id", "asks.key_id")
    .select("key_id")
    .where("api_keys.person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
  return { ofKey: open.filter(({ key_id }) => key_id === keyId).length, ofPerson: open.length };
}

export type AskedCall = Pick<
  ToolCallRow,
  | "id"
  | "run_id"
  | "chat_id"
  | "person_id"
  | "state"
  | "result_json"
  | "verdict_json"
  | "arguments_json"
  | "effective_json"
> & { released_at: number | null; ended_at: number | null };

/** An ask of this key; undefined for every other key, as if it did not exist. */
export function askedCall({ db }: Database, { id, keyId }: Of): Promise<AskedCall | undefined> {
  return db
    .selectFrom("asks")
    .innerJoin("tool_calls", "tool_calls.id", "asks.call_id")
    .select(["tool_calls.id", "tool_calls.run_id", "chat_id", "person_id", "state", "result_json", "verdict_json"])
    .select(["arguments_json", "effective_json", "asks.released_at", "asks.ended_at"])
    .where("asks.call_id", "=", id)
    .where("asks.key_id", "=", keyId)
    .executeTakeFirst();
}

/** The agent waits on. */
export async function keepWaiting({ db, now }: Database, { id, keyId }: Of): Promise<void> {
  await db
    .updateTable("asks")
    .set({ waited_until: sql<number>`${now} + ${waitsMs}` })
    .where("call_id", "=", id)
    .where("key_id", "=", keyId)
    .where("ended_at", "is", null)
    .execute();
}

/**
 * Lets a started call go, once: false when it went before, when nobody waits for it any more, or when its key is gone.
 */
export async function release({ db, now }: Database, callId: string): Promise<boolean> {
  const released = await db
    .updateTable("asks")
    .set({ released_at: sql<number>`${now}` })
    .where("call_id", "=", callId)
    .where("released_at", "is", null)
    .where("ended_at", "is", null)
    .where("waited_until", ">", sql<number>`(select ${now})`)
    .where((ask) => keyStands(ask, now))
    .executeTakeFirst();
  return released.numUpdatedRows === 1n;
}

/**
 * Ends an ask because its answer goes out now: once. `released`: whether the gate had let it go and its key still
 * stands, so that the agent may go on. null: it had ended before.
 */
export async function endAsk({ db, now }: Database, { id, keyId }: Of): Promise<{ released: boolean } | null> {
  const ended = await db
    .updateTable("asks")
    .set({ ended_at: sql<number>`${now}` })
    .where("call_id", "=", id)
    .where("key_id", "=", keyId)
    .where("ended_at", "is", null)
    .returning((ask) => ["released_at", sql<number>`case when ${keyStands(ask, now)} then 1 else 0 end`.as("stands")])
    .executeTakeFirst();
  return ended ? { released: ended.released_at !== null && Number(ended.stands) === 1 } : null;
}

function keyStands(ask: ExpressionBuilder<Schema, "asks">, now: Database["now"]) {
  return ask.exists(
    ask
      .selectFrom("api_keys")
      .innerJoin("people", "people.id", "api_keys.person_id")
      .select("api_keys.id")
      .whereRef("api_keys.id", "=", "asks.key_id")
      .where("api_keys.revoked_at", "is", null)
      .where("api_keys.expires_at", ">", sql<number>`(select ${now})`)
      .where("people.disabled_at", "is", null),
  );
}

/** Asks whose agent waits no more, or whose key is gone. */
export function forsakenAsks({ db, now }: Database): Promise<{ call_id: string; key_id: string; run_id: string }[]> {
  return db
    .selectFrom("asks")
    .select(["call_id", "key_id", "run_id"])
    .where("ended_at", "is", null)
    .where((ask) => ask.or([ask("waited_until", "<=", sql<number>`(select ${now})`), ask.not(keyStands(ask, now))]))
    .limit(100)
    .execute();
}

/** Notes what the agent reports of a call that was let go: once. */
export async function noteOutcome({ now }: Database, trx: Trx, { id, keyId }: Of, outcome: object): Promise<boolean> {
  const noted = await trx
    .updateTable("asks")
    .set({ outcome_json: JSON.stringify(outcome) })
    .where("call_id", "=", id)
    .where("key_id", "=", keyId)
    .where("released_at", "is not", null)
    .where("ended_at", "<=", sql<number>`(select ${now})`)
    .where("outcome_json", "is", null)
    .executeTakeFirst();
  return noted.numUpdatedRows === 1n;
}
