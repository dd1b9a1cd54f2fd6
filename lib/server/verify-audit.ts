import { ChainVerifier, type ChainState, type SealedRecord } from "#lib/audit/chain.ts";
import { sealsAfter, unsealed, type SealedRow } from "#lib/store/audit-chain.ts";
import type { Database } from "#lib/store/database.ts";

export type Verified = {
  /** Names the first record that is not as it was sealed; null when all are. */
  problem: string | null;
  /** The last record that was found whole. */
  head: ChainState;
  /** Rows that have no seal; those of the last second have none yet. */
  unsealed: number;
};

const atOnce = 5_000;
/** A running app seals every second. */
const longestUnsealedMs = 10 * 60_000;

/** Reads the whole audit trail and checks it against its seals. */
export async function verifyAudit(database: Database, { perRead = atOnce } = {}): Promise<Verified> {
  const verifier = new ChainVerifier();
  for await (const seal of seals(database, perRead)) {
    const problem = verifier.next(seal, seal.record);
    if (problem !== null) return { problem, head: verifier.head, unsealed: 0 };
  }
  const { count, oldestMs } = await unsealed(database);
  const late = count > 0 && oldestMs > longestUnsealedMs;
  const problem = late
    ? `${count} records have no seal; the oldest waits for it since ${Math.round(oldestMs / 1_000)} s.`
    : null;
  return { problem, head: verifier.head, unsealed: count };
}

/** Every sealed record in order. Throws at a seal whose row is gone. */
export async function* sealedRecords(database: Database): AsyncGenerator<SealedRecord> {
  for await (const { position, seq, hash, record } of seals(database, atOnce)) {
    if (record === null) throw new Error(`Record ${seq}, at position ${position}, is gone`);
    yield { position, hash, ...record };
  }
}

async function* seals(database: Database, perRead: number): AsyncGenerator<SealedRow> {
  for (let position = 0; ;) {
    const rows = await sealsAfter(database, position, perRead);
    yield* rows;
    position = rows.at(-1)?.position ?? position;
    if (rows.length < perRead) return;
  }
}
