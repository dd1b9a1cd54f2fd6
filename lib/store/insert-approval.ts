import { sql } from "kysely";
import type { Who } from "#lib/approvals/who.ts";
import type { Database, Trx } from "./database.ts";
import { preparedAt } from "./prepared.ts";
import type { ApprovalRow } from "./schema.ts";
import { insertSigners } from "./who.ts";

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
  | "risk"
> & { who: Who };

/** Opens a question; its deadline counts from the database's now, and who may answer is settled here. */
export async function insertApproval(
  { now }: Database,
  trx: Trx,
  { who, ...approval }: NewApproval,
): Promise<ApprovalRow> {
  const needed = who.kind === "quorum" ? who.needed : 1;
  const row = { ...approval, who_json: JSON.stringify(who), who_kind: who.kind, needed };
  const [stored] = (await opened({ db: trx, now }, row)).rows;
  if (!stored) throw new Error(`Approval ${approval.id} was not stored.`);
  await insertSigners(trx, stored.id, who);
  return stored;
}

type Opened = Omit<NewApproval, "who"> & Pick<ApprovalRow, "who_json" | "who_kind" | "needed">;

const opened = preparedAt((db, given: Opened, now) => {
  const { id, call_id, run_id, chat_id, person_id, tool_call_id, kind, subject_json, digest } = given;
  const { request_key, held_by, timeout_ms, risk, who_json, who_kind, needed } = given;
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
      extensions: 0,
      decision_json: null,
      decided_by: null,
      answer_hash: null,
      decided_at: null,
    })
    .returningAll();
});
