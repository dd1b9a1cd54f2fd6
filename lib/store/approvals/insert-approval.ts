import { sql } from "kysely";
import { neededOf } from "#lib/people/audience.ts";
import type { Who } from "#lib/people/who.ts";
import { StaleWrite, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { insertSigners } from "#lib/store/people/answerer-predicates.ts";

/** How often a question may be given more time. */
export const mostExtensions = 10;

export type NewApproval = Pick<
  ApprovalRow,
  | "id"
  | "call_id"
  | "run_id"
  | "chat_id"
  | "person_id"
  | "tool_call_id"
  | "kind"
  | "subject_json"
  | "digest"
  | "request_key"
  | "held_by"
  | "timeout_ms"
  | "extensions"
  | "risk"
> & { who: Who };

/** Opens a question. Its deadline counts from the database's now; who may answer is fixed here. */
export async function insertApproval(
  { now }: Database,
  trx: Trx,
  { who, ...approval }: NewApproval,
): Promise<ApprovalRow> {
  const row = { ...approval, ...columnsOf(who) };
  const [stored] = (await opened({ db: trx, now }, row)).rows;
  if (!stored) throw new Error(`Approval ${approval.id} was not stored.`);
  await insertSigners(trx, stored.id, who);
  return stored;
}

function columnsOf(who: Who) {
  return { who_json: JSON.stringify(who), who_kind: who.kind, needed: neededOf(who) };
}

/** Replaces an open question by a stricter one. The caller holds the run's lock. */
export async function tightenApproval(
  trx: Trx,
  id: string,
  { who, ...asked }: Pick<NewApproval, "risk" | "subject_json" | "who">,
): Promise<ApprovalRow> {
  const row = await trx
    .updateTable("approvals")
    .set({ ...asked, ...columnsOf(who) })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new StaleWrite(`Approval ${id} is not open any more.`);
  await trx.deleteFrom("approval_signers").where("approval_id", "=", id).execute();
  await insertSigners(trx, id, who);
  return row;
}

type Opened = Omit<NewApproval, "who"> & Pick<ApprovalRow, "who_json" | "who_kind" | "needed">;

const opened = preparedAt((db, given: Opened, now) => {
  const { id, call_id, run_id, chat_id, person_id, tool_call_id, kind, subject_json, digest } = given;
  const { request_key, held_by, timeout_ms, extensions, risk, who_json, who_kind, needed } = given;
  const ids = { id, call_id, run_id, chat_id, person_id, tool_call_id };
  const asked = { kind, subject_json, digest, request_key, held_by, timeout_ms, risk, who_json, who_kind, needed };
  return db
    .insertInto("approvals")
    .values({
      ...ids,
      ...asked,
      status: "pending",
      requested_at: sql<number>`${now}`,
      expires_at: sql<number>`${now} + ${timeout_ms}`,
      extensions,
      decision_json: null,
      decided_by: null,
      answer_hash: null,
      decided_at: null,
    })
    .returningAll();
});
