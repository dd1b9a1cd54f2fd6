import { sql } from "kysely";
import type { ApprovalStatus } from "#lib/approvals/states.ts";
import type { Database } from "./database.ts";
import type { AuditRow } from "./schema.ts";

/** An audit row with the names of what it is about, where those still exist. */
export type LoggedRow = AuditRow & { chat_title: string | null; tool_name: string | null };

export type AuditFilter = {
  kinds: readonly string[] | null;
  chatId: string | null;
  /** Only rows before this one. */
  before: number | null;
};

/** What happened in a person's chats and to the instance, latest first. */
export function auditLog(
  { db }: Database,
  personId: string,
  { kinds, chatId, before }: AuditFilter,
  limit: number,
): Promise<LoggedRow[]> {
  return db
    .selectFrom("audit")
    .leftJoin("chats", "chats.id", "audit.chat_id")
    .leftJoin("tool_calls", "tool_calls.id", "audit.call_id")
    .selectAll("audit")
    .select(["chats.title as chat_title", "tool_calls.tool_name"])
    .where((row) => row.or([row("audit.person_id", "=", personId), row("audit.person_id", "is", null)]))
    .$if(kinds !== null, (rows) => rows.where("audit.kind", "in", kinds ?? []))
    .$if(chatId !== null, (rows) => rows.where("audit.chat_id", "=", chatId))
    .$if(before !== null, (rows) => rows.where("audit.seq", "<", before ?? 0))
    .orderBy("audit.seq", "desc")
    .limit(limit)
    .execute();
}

export type AskedRow = {
  tool_name: string;
  status: ApprovalStatus;
  edited: number;
  requested_at: number;
  decided_at: number | null;
};

/** The questions about tool calls that were put to a person in the last `withinMs`, latest first, and the present time. */
export async function askedCalls(
  { db, now }: Database,
  personId: string,
  { withinMs, most }: { withinMs: number; most: number },
): Promise<{ now: number; rows: AskedRow[] }> {
  const clock = await db.selectNoFrom(sql<number>`${now}`.as("now")).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .select(["tool_calls.tool_name", "approvals.status", "approvals.requested_at", "approvals.decided_at"])
    .select((each) =>
      each
        .case()
        .when(each.ref("tool_calls.effective_json"), "=", each.ref("tool_calls.arguments_json"))
        .then(0)
        .else(1)
        .end()
        .as("edited"),
    )
    .where("approvals.person_id", "=", personId)
    .where("approvals.kind", "=", "tool-call")
    .where("approvals.requested_at", ">", clock.now - withinMs)
    .orderBy("approvals.requested_at", "desc")
    .limit(most)
    .execute();
  return { now: clock.now, rows };
}
