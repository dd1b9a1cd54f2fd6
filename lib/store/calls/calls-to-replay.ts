import { sql, type JoinBuilder } from "kysely";
import type { RecordedRow } from "#lib/policies/changes/recorded-call.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { readPage, type PageOf } from "#lib/store/schema/read-page.ts";
import type { Schema } from "#lib/store/schema/schema.ts";

/** The sizes of so many are read to choose a page, which costs where they are long. */
const pageSize = 200;

type Filter = {
  /** Only calls of the last so many milliseconds; null does not filter. */
  withinMs: number | null;
  /** Only calls of this tool that a person declined or edited. */
  against?: { server: string; tool: string } | undefined;
  /** Only calls of this person. */
  personId?: string | undefined;
};

const columns = [
  "tool_calls.id",
  "tool_calls.chat_id",
  "tool_calls.person_id",
  "tool_calls.server_id",
  "tool_calls.tool_name",
  "tool_calls.arguments_json",
  "tool_calls.effective_json",
  "tool_calls.agents_json",
  "tool_calls.caller",
  "tool_calls.tool_json",
  "tool_calls.created_at",
  "tool_calls.started_at",
  "approvals.status",
] as const;

const long = ["tool_calls.arguments_json", "tool_calls.effective_json", "tool_calls.tool_json"];

/** The gate's own question about a call; its server may have asked more. */
const approvalOfCall = (join: JoinBuilder<Schema, "tool_calls" | "approvals">) =>
  join.onRef("approvals.call_id", "=", "tool_calls.id").on("approvals.kind", "=", "tool-call");

type Last = Pick<RecordedRow, "created_at" | "id"> | null;

/** Judged calls, oldest first, read page by page. */
export async function* recordedCalls(database: Database, filter: Filter): AsyncGenerator<RecordedRow[]> {
  let after: Last = null;
  for (;;) {
    const { rows, isCut } = await recordedAfter(database, filter, after);
    if (rows.length > 0) yield rows;
    after = rows.at(-1) ?? null;
    if (!isCut || after === null) return;
  }
}

function recordedAfter(
  { db, now }: Database,
  { withinMs, against, personId }: Filter,
  after: Last,
): Promise<PageOf<RecordedRow>> {
  const calls = db
    .selectFrom("tool_calls")
    .leftJoin("approvals", approvalOfCall)
    .select(columns)
    // Skips calls that were never judged: their tool was gone, or their arguments did not fit.
    .where((call) =>
      call.or([
        call("tool_calls.verdict_json", "is not", null),
        call("tool_calls.started_at", "is not", null),
        call("approvals.status", "is not", null),
      ]),
    )
    .$if(withinMs !== null, (calls) =>
      calls.where("tool_calls.created_at", ">=", sql<number>`(select ${now}) - ${withinMs ?? 0}`),
    )
    .$if(personId !== undefined, (calls) => calls.where("tool_calls.person_id", "=", personId ?? ""))
    .$if(against !== undefined, (calls) =>
      calls
        .where("tool_calls.server_id", "=", against?.server ?? "")
        .where("tool_calls.tool_name", "=", against?.tool ?? "")
        .where((call) =>
          call.or([
            call("approvals.status", "=", "declined"),
            call.and([
              call("approvals.status", "=", "accepted"),
              call("tool_calls.effective_json", "<>", call.ref("tool_calls.arguments_json")),
            ]),
          ]),
        ),
    )
    .$if(after !== null, (calls) =>
      calls.where(
        sql<boolean>`(tool_calls.created_at, tool_calls.id) > (${after?.created_at ?? 0}, ${after?.id ?? ""})`,
      ),
    )
    .orderBy("tool_calls.created_at")
    .orderBy("tool_calls.id");
  return readPage(calls, long, pageSize);
}

/** One call that was approved unchanged several times, and never declined or edited. */
export type ApprovedOften = {
  server: string;
  tool: string;
  argumentsJson: string;
  approvals: number;
  oneId: string;
};

/** Of longer arguments no rule is made: its text has 5,000 characters at most, and to group them costs by the length. */
const mostBytes = 5_000;

/** Newer answers than so many others: to read all of a quarter takes the store too long, and one person fills it (G8). */
const mostAnswers = 2_000;

/** The most often approved of the latest answers first. */
export async function approvedOften(
  { db, now }: Database,
  { atLeast, withinMs, most }: { atLeast: number; withinMs: number; most: number },
): Promise<ApprovedOften[]> {
  // What a client attests nobody here has approved.
  const isUnedited = sql<number>`case when approvals.status = 'accepted' and approvals.decided_by is not null and tool_calls.effective_json = tool_calls.arguments_json then 1 else 0 end`;
  const isAgainst = sql<number>`case when approvals.status = 'declined' or (approvals.status = 'accepted' and tool_calls.effective_json <> tool_calls.arguments_json) then 1 else 0 end`;
  const latest = db
    .selectFrom("approvals")
    .select(["approvals.call_id", "approvals.status", "approvals.decided_by"])
    .where("approvals.kind", "=", "tool-call")
    .where("approvals.requested_at", ">=", sql<number>`(select ${now}) - ${withinMs}`)
    .orderBy("approvals.requested_at", "desc")
    .limit(mostAnswers);
  const rows = await db
    .selectFrom(latest.as("approvals"))
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .select(["tool_calls.server_id as server", "tool_calls.tool_name as tool"])
    .select("tool_calls.arguments_json as argumentsJson")
    .select([sql<number>`sum(${isUnedited})`.as("approvals"), sql<string>`max(tool_calls.id)`.as("oneId")])
    .where(sql<number>`octet_length(tool_calls.arguments_json)`, "<=", mostBytes)
    .groupBy(["tool_calls.server_id", "tool_calls.tool_name", "tool_calls.arguments_json"])
    .having(sql<number>`sum(${isUnedited})`, ">=", atLeast)
    .having(sql<number>`sum(${isAgainst})`, "=", 0)
    .orderBy(sql`sum(${isUnedited})`, "desc")
    .orderBy("oneId")
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, approvals: Number(row.approvals) }));
}

/** A past call by its id. */
export async function recordedRow({ db }: Database, id: string): Promise<RecordedRow> {
  return db
    .selectFrom("tool_calls")
    .leftJoin("approvals", approvalOfCall)
    .select(columns)
    .where("tool_calls.id", "=", id)
    .limit(1)
    .executeTakeFirstOrThrow();
}
