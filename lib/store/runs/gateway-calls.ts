import { sql } from "kysely";
import { loosely, type Database } from "#lib/store/engine/database.ts";
import { prepared, preparedAt } from "#lib/store/engine/prepared.ts";
import { liveOfChat } from "./runs.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Notes by which key a call came. */
export async function insertGatewayCall(trx: Trx, call: { id: string; keyId: string }): Promise<void> {
  await inserted(trx, call);
}

const inserted = prepared((db, { id, keyId }: { id: string; keyId: string }) =>
  db
    .insertInto("gateway_calls")
    .values({ call_id: id, key_id: keyId, handed_over_at: null, blocks_json: null, asked_by: null }),
);

/** A call that came by this key; undefined for every other key, as if it did not exist (THREATS F6: others' handles). */
export function gatewayCall(db: Database["db"], of: { id: string; keyId: string }): Promise<ToolCallRow | undefined> {
  return db
    .selectFrom("tool_calls")
    .innerJoin("gateway_calls", "gateway_calls.call_id", "tool_calls.id")
    .selectAll("tool_calls")
    .where("tool_calls.id", "=", of.id)
    .where("gateway_calls.key_id", "=", of.keyId)
    .executeTakeFirst();
}

/** How many calls of a key have not ended. */
export async function countLiveCalls(trx: Trx, keyId: string): Promise<number> {
  const [live] = (await counted(trx, { keyId })).rows;
  return Number(live?.count ?? 0);
}

const counted = prepared((db, { keyId }: { keyId: string }) =>
  db
    .selectFrom("runs")
    .innerJoin("client_sessions", "client_sessions.chat_id", "runs.chat_id")
    .select((all) => all.fn.countAll<number>().as("count"))
    .where("client_sessions.key_id", "=", keyId)
    .where("runs.status", "in", liveOfChat),
);

/** Notes by which way the client of a call was asked. */
export async function noteAskedBy({ db }: Pick<Database, "db">, callId: string, by: "form" | "link"): Promise<void> {
  await db.updateTable("gateway_calls").set({ asked_by: by }).where("call_id", "=", callId).execute();
}

/** Notes how long a call was held open, where it was not for longer before. */
export async function noteHeldFor({ db }: Pick<Database, "db">, callId: string, heldMs: number): Promise<void> {
  await db
    .updateTable("gateway_calls")
    .set({ held_ms: heldMs })
    .where("call_id", "=", callId)
    .where("held_ms", "<", heldMs)
    .execute();
}

/** Results of one key whose binary blocks wait to be collected. */
const mostKept = 30;

/** Keeps the binary blocks of an ended call until its result is handed over; for a call of a chat it does nothing. */
export async function keepBlocks(trx: Trx, callId: string, blocksJson: string): Promise<void> {
  const kept = await trx
    .updateTable("gateway_calls")
    .set({ blocks_json: blocksJson })
    .where("call_id", "=", callId)
    .returning("key_id")
    .executeTakeFirst();
  if (kept === undefined) return;
  const oldest = trx
    .selectFrom("gateway_calls")
    .innerJoin("tool_calls", "tool_calls.id", "gateway_calls.call_id")
    .select("gateway_calls.call_id")
    .where("key_id", "=", kept.key_id)
    .where("blocks_json", "is not", null)
    .orderBy("tool_calls.ended_at", "desc")
    .orderBy("tool_calls.id")
    .limit(mostKept)
    .offset(mostKept);
  await trx.updateTable("gateway_calls").set({ blocks_json: null }).where("call_id", "in", oldest).execute();
}

/** The binary blocks of a call, as they were kept; null where there are none any more. */
export async function keptBlocks({ db }: Database, callId: string): Promise<string | null> {
  const row = await db
    .selectFrom("gateway_calls")
    .select("blocks_json")
    .where("call_id", "=", callId)
    .executeTakeFirst();
  return row?.blocks_json ?? null;
}

/** Takes the result of an ended call, once: false when it went out before. */
export async function handOver(database: Database, callId: string): Promise<boolean> {
  // Where the power fails just then, it may be collected again.
  const taken = await loosely(() => handedOver(database, { callId }));
  return taken.numAffectedRows === 1n;
}

const handedOver = preparedAt((db, { callId }: { callId: string }, now) =>
  db
    .updateTable("gateway_calls")
    .set({ handed_over_at: sql<number>`${now}`, blocks_json: null })
    .where("call_id", "=", callId)
    .where("handed_over_at", "is", null),
);

/** Upper bound of the runs in one answer of `runsOfEndedKeys`, and of `runsBegunByEndedKeys`. */
export const mostOfEndedKeys = 100;

/**
 * Runs whose open questions came by a key that has ended by now: nobody could collect what comes of them. `since`: of keys
 * that ended no earlier, Unix ms; 0 reads every session of every key that has ended.
 */
export async function runsOfEndedKeys({ db, now }: Database, since: number): Promise<string[]> {
  const sessions = db
    .selectFrom("client_sessions")
    .select("chat_id")
    .where("key_id", "in", endedSince({ db, now }, since));
  const rows = await db
    .selectFrom("approvals")
    .select("run_id")
    .distinct()
    .where("chat_id", "in", sessions)
    // Not a literal: most of what waits came by no key at all, so the index of what waits is the wrong one.
    .where("status", "=", "pending")
    .limit(mostOfEndedKeys)
    .execute();
  return rows.map(({ run_id }) => run_id);
}

/** The live runs that programs began in chats by keys that have ended by now. `since`: as for `runsOfEndedKeys`. */
export async function runsBegunByEndedKeys({ db, now }: Database, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom("runs")
    .select("id")
    .where("status", "in", liveOfChat)
    .where("key_id", "is not", null)
    .where("key_id", "in", endedSince({ db, now }, since))
    .limit(mostOfEndedKeys)
    .execute();
  return rows.map(({ id }) => id);
}

function endedSince({ db, now }: Pick<Database, "db" | "now">, since: number) {
  return db
    .selectFrom("api_keys")
    .innerJoin("people", "people.id", "api_keys.person_id")
    .select("api_keys.id")
    .where((key) =>
      key.or([
        key("revoked_at", ">=", since),
        key.and([key("expires_at", "<=", sql<number>`(select ${now})`), key("expires_at", ">=", since)]),
        key("disabled_at", ">=", since),
      ]),
    );
}
