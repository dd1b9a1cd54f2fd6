import { sql } from "kysely";
import type { DecisionAction } from "#lib/approvals/decision.ts";
import type { Role } from "#lib/people/role.ts";
import type { DecisionRoute } from "#lib/audit/events.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { answerableBy, mayAnswerRow } from "#lib/store/people/answerer-predicates.ts";

type Signing = {
  approvalId: string;
  personId: string;
  /** Digest of what the person was shown. */
  digest: string;
  action: DecisionAction;
  note: string | null;
  via: DecisionRoute;
  answerHash: string;
};

/**
 * Stores the answer of one of several signers, once. `repeated`: they gave the very same answer before. `closed`: the
 * question is settled, past its deadline, shown differently by now, or not theirs to answer. The caller holds the run's
 * lock.
 */
export async function insertAnswer(
  { now }: Database,
  trx: Trx,
  { approvalId, personId, digest, answerHash, ...said }: Signing,
): Promise<"written" | "repeated" | "closed"> {
  const open = await trx
    .selectFrom("approvals")
    .select("id")
    .where("id", "=", approvalId)
    .where("digest", "=", digest)
    .where("status", "=", "pending")
    .where("expires_at", ">", sql<number>`${now}`)
    .where(answerableBy({ now }, personId))
    .executeTakeFirst();
  if (!open) return "closed";
  if ((await answerHashOf(trx, { approvalId, personId })) === answerHash) return "repeated";
  const answer = { ...said, answer_hash: answerHash, at: sql<number>`${now}` };
  await trx
    .insertInto("approval_answers")
    .values({ approval_id: approvalId, person_id: personId, ...answer })
    .onConflict((conflict) => conflict.columns(["approval_id", "person_id"]).doUpdateSet(answer))
    .execute();
  return "written";
}

/** The hash of what a person answered where several sign; null when they have not. */
export async function answerHashOf(
  db: Trx | Database["db"],
  of: { approvalId: string; personId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom("approval_answers")
    .select("answer_hash")
    .where("approval_id", "=", of.approvalId)
    .where("person_id", "=", of.personId)
    .executeTakeFirst();
  return row?.answer_hash ?? null;
}

export type Signature = {
  approvalId: string;
  personId: string;
  name: string;
  email: string | null;
  role: Role;
  at: number;
};

/** Who signed the given questions and may still sign, oldest signature first. */
export async function signaturesOf(
  { db, now }: { db: Trx | Database["db"]; now: Database["now"] },
  approvalIds: readonly string[],
): Promise<Signature[]> {
  if (approvalIds.length === 0) return [];
  return db
    .selectFrom("approval_answers")
    .innerJoin("approvals", "approvals.id", "approval_answers.approval_id")
    .innerJoin("people", "people.id", "approval_answers.person_id")
    .select(["approval_id as approvalId", "people.id as personId", "people.name", "people.email", "people.role", "at"])
    .where("approval_id", "in", approvalIds)
    .where("action", "=", "accept")
    .where(mayAnswerRow({ now }))
    .orderBy("at")
    .orderBy("people.id")
    .execute();
}

/** Deletes the signatures so far: the card has become stricter since. Resolves to how many there were. */
export async function dropSignatures(trx: Trx, approvalId: string): Promise<number> {
  const result = await trx.deleteFrom("approval_answers").where("approval_id", "=", approvalId).executeTakeFirst();
  return Number(result.numDeletedRows);
}
