import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import type { ApprovalRow, ChatRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { readPage } from "#lib/store/schema/read-page.ts";
import { prepared } from "#lib/store/engine/prepared.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** How many approvals wait for an answer. */
export async function countPending({ db }: Database): Promise<number> {
  const { count } = await db
    .selectFrom("approvals")
    .select((all) => all.fn.countAll<number>().as("count"))
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return count;
}

/** Ids of the open questions of a run that end with the connection of some process. */
export async function heldQuestions(trx: Trx, runId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("approvals")
    .select("id")
    .where("run_id", "=", runId)
    .where("status", "=", "pending")
    .where("held_by", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** The oldest open question that a connection of this process to a server is held by, and the chat it is asked in. */
export async function questionThatHolds(
  { db }: Database,
  { serverId, processId }: { serverId: string; processId: string },
): Promise<Pick<ChatRow, "id" | "title" | "person_id" | "origin"> | undefined> {
  return (
    db
      .selectFrom("approvals")
      .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
      .innerJoin("chats", "chats.id", "approvals.chat_id")
      .select(["chats.id", "chats.title", "chats.person_id", "chats.origin"])
      // A literal, so that the planner uses the indexes of what waits.
      .where("approvals.status", "=", sql.lit("pending"))
      .where("approvals.held_by", "=", processId)
      .where("tool_calls.server_id", "=", serverId)
      .orderBy("approvals.requested_at")
      .limit(1)
      .executeTakeFirst()
  );
}

/** The columns of a call that name the tool of an approval. */
export type CalledTool = Pick<ToolCallRow, "wire_name" | "fingerprint">;

/** Undefined where there is no such approval. */
export async function approvalWithTool(trx: Trx, id: string): Promise<(ApprovalRow & CalledTool) | undefined> {
  return (await withTool(trx, { id })).rows[0];
}

const withTool = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .selectAll("approvals")
    .select(["tool_calls.wire_name", "tool_calls.fingerprint"])
    .where("approvals.id", "=", id),
);

const mostAtOnce = 100;

/** Open questions of these tools, by id: a page after `after`. */
export async function openOfTools(
  { db }: Database,
  { wireNames, after }: { wireNames: readonly string[]; after: string },
): Promise<(ApprovalRow & CalledTool)[]> {
  if (wireNames.length === 0) return [];
  const open = db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .selectAll("approvals")
    .select(["tool_calls.wire_name", "tool_calls.fingerprint"])
    // A literal, so that the planner uses the partial index.
    .where("approvals.status", "=", sql.lit("pending"))
    .where("approvals.id", ">", after)
    .where("tool_calls.wire_name", "in", wireNames)
    .orderBy("approvals.id");
  return (await readPage(open, ["approvals.subject_json"], mostAtOnce)).rows;
}

/** The tools of agents elsewhere that calls in progress are about, by wire name. */
export async function openToolsOfAgents({ db }: Pick<Database, "db">): Promise<string[]> {
  const rows = await db
    .selectFrom("asks")
    .innerJoin("tool_calls", "tool_calls.id", "asks.call_id")
    .select("tool_calls.wire_name")
    .distinct()
    .where("asks.ended_at", "is", null)
    .execute();
  return rows.map(({ wire_name }) => wire_name);
}

const mostOfKind = 200;

/** The open questions of one kind that wait for a person's own answer, the oldest first; at most 200. */
export function pendingOfKind(
  { db }: Database,
  { personId, kind }: { personId: string; kind: ApprovalRow["kind"] },
): Promise<ApprovalRow[]> {
  return db
    .selectFrom("approvals")
    .selectAll()
    .where("person_id", "=", personId)
    .where("status", "=", "pending")
    .where("kind", "=", kind)
    .orderBy("requested_at")
    .orderBy("id")
    .limit(mostOfKind)
    .execute();
}
