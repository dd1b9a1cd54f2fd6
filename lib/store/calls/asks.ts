import { sql, type ExpressionBuilder } from "kysely";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { queueAskDecided } from "#lib/store/notify/deliveries.ts";
import type { Schema, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** How long an agent counts as waiting after it was last seen to. */
const waitsMs = 15_000;
/** How long an agent that comes back may take, after it was told that there is an answer. */
const collectsWithinMs = 10 * 60_000;

type Of = { id: string; keyId: string };

export async function insertAsk(
  { now }: Database,
  trx: Trx,
  { id: call_id, keyId: key_id, runId: run_id, comesBack }: Of & { runId: string; comesBack: boolean },
): Promise<void> {
  await trx
    .insertInto("asks")
    .values({
      call_id,
      key_id,
      run_id,
      waited_until: sql<number>`${now} + ${waitsMs}`,
      comes_back: comesBack ? 1 : 0,
      told_at: null,
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
> & { comes_back: 0 | 1; released_at: number | null; ended_at: number | null };

/** An ask of this key; undefined for every other key, as if it did not exist. */
export function askedCall({ db }: Database, { id, keyId }: Of): Promise<AskedCall | undefined> {
  return db
    .selectFrom("asks")
    .innerJoin("tool_calls", "tool_calls.id", "asks.call_id")
    .select(["tool_calls.id", "tool_calls.run_id", "chat_id", "person_id", "state", "result_json", "verdict_json"])
    .select(["arguments_json", "effective_json", "asks.comes_back", "asks.released_at", "asks.ended_at"])
    .where("asks.call_id", "=", id)
    .where("asks.key_id", "=", keyId)
    .executeTakeFirst();
}

/** The agent waits on; or, with `forMs` of 0, it has broken off and may come back. */
export async function keepWaiting({ db, now }: Database, { id, keyId }: Of, forMs = waitsMs): Promise<void> {
  await db
    .updateTable("asks")
    .set({ waited_until: sql<number>`${now} + ${forMs}` })
    .where("call_id", "=", id)
    .where("key_id", "=", keyId)
    .where("ended_at", "is", null)
    .execute();
}

/** Lets a started call go, once, to an agent that waits for it; false where it went before, or nobody waits. */
export async function release({ db, now }: Database, callId: string): Promise<boolean> {
  const released = await db
    .updateTable("asks")
    .set({ released_at: sql<number>`${now}` })
    .where("call_id", "=", callId)
    .where("waited_until", ">", sql<number>`(select ${now})`)
    .where((ask) => mayBeReleased(ask, now))
    .executeTakeFirst();
  return released.numUpdatedRows === 1n;
}

/**
 * Where the agent of a call is that was not let go yet. `away`: it may come back. `gone`: nobody waits for it any more, its
 * key is gone, or its run was ended.
 */
export async function agentPresence({ db, now }: Database, callId: string): Promise<"here" | "away" | "gone"> {
  const ask = await db
    .selectFrom("asks")
    .select(["comes_back", sql<number>`case when waited_until > (select ${now}) then 1 else 0 end`.as("waits")])
    .where("call_id", "=", callId)
    .where((row) => mayBeReleased(row, now))
    .executeTakeFirst();
  if (ask !== undefined && Number(ask.waits) === 1) return "here";
  return ask?.comes_back === 1 ? "away" : "gone";
}

function mayBeReleased(ask: ExpressionBuilder<Schema, "asks">, now: Database["now"]) {
  const run = ask
    .selectFrom("runs")
    .select("runs.id")
    .whereRef("runs.id", "=", "asks.run_id")
    .where("runs.ended_at", "is", null);
  return ask.and([
    ask("released_at", "is", null),
    ask("asks.ended_at", "is", null),
    ask.exists(run),
    keyStands(ask, now),
  ]);
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

/** Asks whose agent waits no more or did not come back, or whose key is gone. */
export function forsakenAsks({
  db,
  now,
}: Database): Promise<(Pick<ToolCallRow, "run_id" | "state"> & { call_id: string; key_id: string })[]> {
  return db
    .selectFrom("asks")
    .innerJoin("tool_calls", "tool_calls.id", "asks.call_id")
    .select(["asks.call_id", "asks.key_id", "asks.run_id", "tool_calls.state"])
    .where("asks.ended_at", "is", null)
    .where((ask) =>
      ask.or([
        ask.and([ask("comes_back", "=", 0), ask("waited_until", "<=", sql<number>`(select ${now})`)]),
        ask("told_at", "<=", sql<number>`(select ${now}) - ${collectsWithinMs}`),
        ask.not(keyStands(ask, now)),
      ]),
    )
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

/**
 * Tells agents that come back of answers that are there, each once, by the webhooks of their key. What they are told
 * says no more than that: nothing is let go before they ask for it.
 */
export async function tellDecided(database: Database): Promise<void> {
  const { db, now } = database;
  const decided = await db
    .selectFrom("asks")
    .innerJoin("tool_calls", "tool_calls.id", "asks.call_id")
    .select(["asks.call_id", "asks.key_id"])
    .where("asks.comes_back", "=", 1)
    .where("asks.told_at", "is", null)
    .where("asks.ended_at", "is", null)
    .where("tool_calls.state", "not in", ["proposed", "waiting"])
    .limit(100)
    .execute();
  for (const { call_id: id, key_id: keyId } of decided) {
    await inTransaction(database, async (trx) => {
      const told = await trx
        .updateTable("asks")
        .set({ told_at: sql<number>`${now}` })
        .where("call_id", "=", id)
        .where("told_at", "is", null)
        .executeTakeFirst();
      if (told.numUpdatedRows === 1n) await queueAskDecided(database, trx, { id, keyId });
    });
  }
}
