import type { ChainState, SealedRecord } from "#lib/audit/chain.ts";
import type { SignedHead } from "#lib/audit/head.ts";
import { longestUnsignedMs } from "#lib/audit/read-export.ts";
import { TrailCheck, TrustedKeys, type KeptSeal } from "#lib/audit/trail-check.ts";
import { sealsAfter, unsealed, type SealedRow } from "#lib/store/audit/seal-audit.ts";
import { headsBetween, headsBeyond } from "#lib/store/notify/audit-heads.ts";
import { clockOf } from "#lib/store/engine/clock.ts";
import type { Database } from "#lib/store/engine/database.ts";

export type Verified = {
  /** Names the first record that differs from its seal or from a signed head; null when there is none. */
  problem: string | null;
  /** The last record that was verified. */
  head: ChainState;
  /** Rows without a seal; records of the last second have none yet. */
  unsealed: number;
  /** The last signature by an accepted key; null without any. */
  signed: SignedHead | null;
};

type Options = { perRead?: number; keys?: readonly string[]; kept?: readonly KeptSeal[] };

const atOnce = 5_000;

/**
 * Reads the whole audit trail and checks it against its seals, the heads that one of the keys signed, and the seals
 * kept elsewhere.
 */
export async function verifyAudit(
  database: Database,
  { perRead = atOnce, keys = [], kept = [] }: Options = {},
): Promise<Verified> {
  const check = new TrailCheck({ keys: new TrustedKeys(keys), kept });
  const found = (problem: string | null) => ({ problem, head: check.head, unsealed: 0, signed: check.signed });
  let firstUnsigned: number | null = null;
  for await (const each of trailOf(database, perRead)) {
    const problem = "head" in each ? check.came(each.head) : check.record(each.seal, each.seal.record);
    if (problem !== null) return found(problem);
    if (check.signed?.position === check.head.position) firstUnsigned = null;
    else if ("seal" in each) firstUnsigned ??= each.seal.record?.at ?? null;
  }
  const cutOff = check.end();
  if (cutOff !== null) return found(cutOff);
  const { count, farthestMs } = await unsealed(database);
  const unsignedMs = keys.length === 0 || firstUnsigned === null ? 0 : (await clockOf(database)) - firstUnsigned;
  const problem =
    count > 0 && farthestMs > longestUnsignedMs
      ? `${count} records have no seal, and the time of one is ${Math.round(farthestMs / 1_000)} s away from now.`
      : unsignedMs > longestUnsignedMs
        ? `The records after position ${check.signed?.position ?? 0} are not signed with the key that counts; the oldest has waited ${Math.round(unsignedMs / 1_000)} s for it.`
        : null;
  return { ...found(problem), unsealed: count };
}

/** Every sealed record in order, each followed by the heads signed over it. Throws at a seal whose row is gone. */
export async function* sealedTrail(database: Database): AsyncGenerator<SealedRecord | SignedHead> {
  for await (const each of trailOf(database, atOnce)) {
    if ("head" in each) {
      // A head beyond the end belongs to no record here.
      if (each.isBeyond) return;
      yield each.head;
      continue;
    }
    const { position, seq, hash, record } = each.seal;
    if (record === null) throw new Error(`Record ${seq}, at position ${position}, is gone`);
    yield { position, hash, ...record };
  }
}

type Piece = { seal: SealedRow } | { head: SignedHead; isBeyond: boolean };

async function* trailOf(database: Database, perRead: number): AsyncGenerator<Piece> {
  let position = 0;
  let beyond: SignedHead[] = [];
  for (;;) {
    const rows = await sealsAfter(database, position, perRead);
    const last = rows.at(-1)?.position;
    if (last === undefined) {
      for (const head of beyond) yield { head, isBeyond: true };
      // A head that was just signed may cover seals that were just written, so the seals are read once more.
      if (beyond.length > 0) return;
      beyond = await headsBeyond(database, position);
      if (beyond.length === 0) return;
      continue;
    }
    beyond = [];
    const heads = await headsBetween(database, position, last);
    let next = 0;
    for (const seal of rows) {
      yield { seal };
      for (; next < heads.length; next += 1) {
        const head = heads[next];
        if (head === undefined || head.position > seal.position) break;
        yield { head, isBeyond: false };
      }
    }
    position = last;
  }
}
