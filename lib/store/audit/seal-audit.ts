import { sql } from "kysely";
import { genesis, sealOf, type AuditRecord, type ChainState } from "#lib/audit/chain.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import { readPage } from "#lib/store/schema/read-page.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { AuditRow } from "#lib/store/schema/schema.ts";

/** Rows that one transaction seals; more would keep others waiting. */
export const mostSealsAtOnce = 1_000;
/** A statement takes a limited number of parameters. */
const perStatement = 200;
/**
 * A row gets its number before its commit, so it may become visible after a row with a larger number. No transaction
 * lasts as long as it takes to write this many rows. SQLite has one writer at a time.
 */
const outOfOrder = { postgres: 20_000, sqlite: 0 };
/**
 * The last number that the store gave by itself. Whoever may insert could choose a larger one on PostgreSQL; sealing goes
 * on from the former, so that no later row is taken for an old one.
 */
const lastGiven = {
  postgres: sql<number>`coalesce(pg_sequence_last_value(pg_get_serial_sequence('audit', 'seq')::regclass), ${sql.lit(Number.MAX_SAFE_INTEGER)})`,
  sqlite: sql<number>`${sql.lit(Number.MAX_SAFE_INTEGER)}`,
};
/** "seal" in ASCII. */
const lockKey = 0x73_65_61_6c;

/**
 * Seals audit rows that have no seal, oldest first, at most `most`; resolves to how many. Does nothing while another
 * process seals.
 */
export function sealAudit(database: Database, most = mostSealsAtOnce): Promise<number> {
  return inTransaction(database, async (trx) => {
    if (!(await maySeal(database, trx))) return 0;
    const head = await headOf(trx);
    const last = await trx
      .selectFrom("audit_seals")
      .select((seal) => seal.fn.max<number | null>("seq").as("seq"))
      .where("seq", "<=", lastGiven[database.dialect])
      .executeTakeFirst();
    const rows = await trx
      .selectFrom("audit")
      .leftJoin("audit_seals", "audit_seals.seq", "audit.seq")
      .selectAll("audit")
      .where("audit.seq", ">", (last?.seq ?? 0) - outOfOrder[database.dialect])
      .where("audit_seals.seq", "is", null)
      .orderBy("audit.seq")
      .limit(most)
      .execute();
    let { position, hash } = head;
    const seals = rows.map((row) => {
      position += 1;
      hash = sealOf(hash, recordOf(row));
      return { position, seq: row.seq, hash };
    });
    for (let from = 0; from < seals.length; from += perStatement) {
      await trx
        .insertInto("audit_seals")
        .values(seals.slice(from, from + perStatement))
        .execute();
    }
    return seals.length;
  });
}

async function maySeal({ dialect }: Database, trx: Trx): Promise<boolean> {
  if (dialect === "sqlite") return true;
  const { rows } = await sql<{ won: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(lockKey)}) as won`.execute(
    trx,
  );
  return rows[0]?.won === true;
}

/** The end of the chain; its start when nothing is sealed. */
export async function headOf(db: Pick<Trx, "selectFrom">): Promise<ChainState> {
  const last = await db
    .selectFrom("audit_seals")
    .select(["position", "hash"])
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? { position: 0, hash: genesis };
}

export type SealedRow = { position: number; seq: number; hash: string; record: AuditRecord | null };

/** The next seals after `position`, in order, each with its row; null where the row is gone. */
export async function sealsAfter({ db }: Database, position: number, most: number): Promise<SealedRow[]> {
  const seals = db
    .selectFrom("audit_seals")
    .leftJoin("audit", "audit.seq", "audit_seals.seq")
    .select(["audit_seals.position", "audit_seals.seq as sealed_seq", "audit_seals.hash"])
    .selectAll("audit")
    .where("audit_seals.position", ">", position)
    .orderBy("audit_seals.position");
  const { rows } = await readPage(seals, ["audit.detail_json"], most);
  return rows.map(({ position: at, sealed_seq, hash, ...row }) => {
    // The join gives either every column of the row, as the schema has it, or only nulls.
    const record = row.seq === null ? null : recordOf(row as AuditRow);
    return { position: at, seq: sealed_seq, hash, record };
  });
}

/**
 * How many rows have no seal in the chain, and how far from now the farthest is, in milliseconds of the database clock.
 * A seal in no place of the chain is none, and a row of a time that has yet to come is not new: somebody else wrote them.
 */
export async function unsealed({ db, now }: Database): Promise<{ count: number; farthestMs: number }> {
  const row = await db
    .selectFrom("audit")
    .leftJoin("audit_seals", (seal) =>
      seal.onRef("audit_seals.seq", "=", "audit.seq").on("audit_seals.position", ">", 0),
    )
    .select((each) => [
      each.fn.countAll<number>().as("count"),
      sql<number | null>`max(abs((select ${now}) - audit.at))`.as("farthest"),
    ])
    .where("audit_seals.seq", "is", null)
    .executeTakeFirst();
  return { count: row?.count ?? 0, farthestMs: row?.farthest ?? 0 };
}

export function recordOf(row: AuditRow): AuditRecord {
  return {
    seq: row.seq,
    at: row.at,
    kind: row.kind,
    person: row.person_id,
    chat: row.chat_id,
    run: row.run_id,
    call: row.call_id,
    approval: row.approval_id,
    detail: row.detail_json,
  };
}
