import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";
import { readInTurn } from "#lib/store/engine/fair-turns.ts";
import { readPage, type PageOf } from "#lib/store/schema/read-page.ts";
import type { AuditRow, Schema } from "#lib/store/schema/schema.ts";

/** An audit row with the names of its chat, tool and person, where those still exist. */
export type LoggedRow = AuditRow & {
  chat_title: string | null;
  tool_name: string | null;
  person_name: string | null;
  person_email: string | null;
};

/** Which records to read; null does not filter. */
export type AuditFilter = {
  kinds: readonly string[] | null;
  chatId: string | null;
  /** The person whose chat it was, or who acted. */
  personId: string | null;
  /** Name of the tool at its server. */
  tool: string | null;
  /** Unix milliseconds: `from` inclusive, `to` exclusive. */
  from: number | null;
  to: number | null;
  /** Only rows before this one. */
  before: number | null;
};

/** Audit rows, latest first: all, or with `ownOf` those of this person, of their agent, and of their answers. */
export function auditLog(...asked: Parameters<typeof readLog>): Promise<PageOf<LoggedRow>> {
  return readInTurn(() => readLog(...asked));
}

async function readLog(
  { db }: Database,
  ownOf: string | null,
  filter: AuditFilter,
  limit: number,
): Promise<PageOf<LoggedRow>> {
  const calls = filter.tool === null ? null : await fewCallsOf(db, filter.tool);
  // Selects the page before the joins: otherwise the database may join every row, to sort it.
  const most = limit + 1;
  const page = db
    .with("page", () => {
      if (ownOf === null) return pageOf(db, { ...filter, calls }, most, everything);
      // Two queries, each with its own index; one condition with "or" would use neither.
      const theirs = pageOf(db, { ...filter, calls }, most, (row) => row("audit.person_id", "=", ownOf));
      const answered = pageOf(db, { ...filter, calls }, most, answeredBy(ownOf), slowly);
      return db
        .selectFrom(theirs.as("theirs"))
        .selectAll()
        .union(db.selectFrom(answered.as("answered")).selectAll());
    })
    .selectFrom("page as audit")
    .leftJoin("chats", "chats.id", "audit.chat_id")
    .leftJoin("tool_calls", "tool_calls.id", "audit.call_id")
    .leftJoin("people", "people.id", "audit.person_id")
    .selectAll("audit")
    .select([
      "chats.title as chat_title",
      "tool_calls.tool_name",
      "people.name as person_name",
      "people.email as person_email",
    ])
    .orderBy("audit.seq", "desc");
  return readPage(page, ["audit.detail_json"], limit);
}

type Rows = ExpressionBuilder<Schema, "audit">;

/** `calls`: the calls of the tool when they are few; null otherwise. */
type Filter = AuditFilter & { calls: string[] | null };

/** Up to so many calls, looking up each one is always cheaper than a scan of the trail. */
const mostCalls = 500;

/** The database's statistics do not show that a tool is rarely called. */
async function fewCallsOf(db: Database["db"], tool: string): Promise<string[] | null> {
  const calls = await db
    .selectFrom("tool_calls")
    .select("id")
    .where("tool_name", "=", tool)
    .limit(mostCalls + 1)
    .execute();
  return calls.length > mostCalls ? null : calls.map(({ id }) => id);
}

/** Names a column so that its index is not used: what somebody answered is found faster by their answers. */
const slowly = (column: "audit.chat_id" | "audit.person_id") => sql<string | null>`${sql.ref(column)} || ''`;

function pageOf(
  db: Database["db"],
  filter: Filter,
  limit: number,
  whose: (row: Rows) => Condition,
  by: typeof slowly = sql.ref,
) {
  return db
    .selectFrom("audit")
    .selectAll("audit")
    .where(whose)
    .where(matches(filter, by))
    .orderBy("audit.seq", "desc")
    .limit(limit);
}

type Condition = Expression<SqlBool>;

/** How far numbers may be out of the order of time; see `outOfOrder` in seal-audit.ts. */
const nearly = sql.lit(20_000);

const everything = (row: Rows): Condition => row.and([]);

/** Records of what others asked and this person answered. */
function answeredBy(personId: string) {
  return (row: Rows): Condition => {
    const settled = row.selectFrom("approvals").select("approvals.id as id").where("decided_by", "=", personId);
    const signed = row
      .selectFrom("approval_answers")
      .select("approval_answers.approval_id as id")
      .where("approval_answers.person_id", "=", personId);
    return row.and([
      row("audit.approval_id", "in", settled.where("approvals.person_id", "!=", personId).union(signed)),
      row.or([row("audit.person_id", "is", null), row("audit.person_id", "!=", personId)]),
    ]);
  };
}

function matches({ kinds, chatId, personId, tool, calls: few, from, to, before }: Filter, by: typeof slowly) {
  return (row: Rows): Condition => {
    const atTime = row.selectFrom("audit as at_time").select("at_time.seq").limit(1);
    const later = atTime.orderBy("at_time.at").orderBy("at_time.seq");
    const earlier = atTime.orderBy("at_time.at", "desc").orderBy("at_time.seq", "desc");
    const calls = row
      .selectFrom("tool_calls")
      .select("tool_calls.id")
      .where("tool_calls.tool_name", "=", tool ?? "");
    return row.and([
      ...(kinds === null ? [] : [row("audit.kind", "in", kinds)]),
      ...(chatId === null ? [] : [row(by("audit.chat_id"), "=", chatId)]),
      ...(personId === null ? [] : [row(by("audit.person_id"), "=", personId)]),
      ...(tool === null ? [] : [few?.length === 0 ? sql<boolean>`false` : row("audit.call_id", "in", few ?? calls)]),
      // Numbers are nearly in the order of time, so a range of numbers replaces a scan up to the day.
      ...(from === null
        ? []
        : [
            row("audit.at", ">=", from),
            row("audit.seq", ">=", sql<number>`${later.where("at_time.at", ">=", from)} - ${nearly}`),
          ]),
      ...(to === null
        ? []
        : [
            row("audit.at", "<", to),
            row("audit.seq", "<=", sql<number>`${earlier.where("at_time.at", "<", to)} + ${nearly}`),
          ]),
      ...(before === null ? [] : [row("audit.seq", "<", before)]),
    ]);
  };
}

/** Everybody who may appear in the trail, sorted by name. */
export function peopleOfTrail({ db }: Database): Promise<{ id: string; name: string; email: string | null }[]> {
  return db.selectFrom("people").select(["id", "name", "email"]).orderBy("name").orderBy("id").limit(500).execute();
}
