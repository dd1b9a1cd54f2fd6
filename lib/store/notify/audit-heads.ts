import type { SignedHead } from "#lib/audit/head.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { queueHead } from "./deliveries.ts";
import type { Schema } from "#lib/store/schema/schema.ts";
import type { Selectable } from "kysely";

function headOfRow({ signature, ...row }: Selectable<Schema["audit_heads"]>): SignedHead {
  const { position, hash, at, key, next } = row;
  return { v: 1, type: "head", position, hash, at, key, next, signature };
}

/** The heads that were signed after `from` and up to `to`, in order. */
export async function headsBetween({ db }: Database, from: number, to: number): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom("audit_heads")
    .selectAll()
    .where("position", ">", from)
    .where("position", "<=", to)
    .orderBy("position")
    .orderBy("at")
    .execute();
  return rows.map(headOfRow);
}

/** The first heads beyond a position: the trail is missing its end if there are any. */
export async function headsBeyond({ db }: Database, position: number): Promise<SignedHead[]> {
  const rows = await db
    .selectFrom("audit_heads")
    .selectAll()
    .where("position", ">", position)
    .orderBy("position", "desc")
    .limit(1)
    .execute();
  return rows.map(headOfRow);
}

/** The last head that one of the keys signed, or that handed over to one of them. */
export async function lastHeadOf({ db }: Database, key: string): Promise<SignedHead | null> {
  const row = await db
    .selectFrom("audit_heads")
    .selectAll()
    .where((head) => head.or([head("key", "=", key), head("next", "=", key)]))
    .orderBy("position", "desc")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : headOfRow(row);
}

/** Stores a head and queues it for the addresses of these ids, in one transaction. */
export function addHead(database: Database, head: SignedHead, targets: readonly string[]): Promise<void> {
  return inTransaction(database, async (trx) => {
    const { v: _, type: _type, ...row } = head;
    const isThere = await trx
      .selectFrom("audit_heads")
      .select("signature")
      .where("signature", "=", head.signature)
      .executeTakeFirst();
    if (isThere !== undefined) return;
    await trx.insertInto("audit_heads").values(row).execute();
    for (const target of targets) await queueHead(database, trx, target, head);
  });
}

/** The hash at a position of the chain; null where there is none. */
export async function sealAt({ db }: Database, position: number): Promise<string | null> {
  const row = await db.selectFrom("audit_seals").select("hash").where("position", "=", position).executeTakeFirst();
  return row?.hash ?? null;
}
