import { sql } from "kysely";
import type { Database } from "#lib/store/engine/database.ts";

/** Questions opened after `since`: everybody's, or those of one person's chats. */
type Asked = { since: number; ownOf: string | null };

/** How the questions of one day ended: `day` counts from 1970-01-01 in UTC. */
export type DayRow = { day: number; status: string; count: number };

/** How one tool asked. */
export type ToolRow = {
  tool: string;
  asks: number;
  accepted: number;
  declined: number;
  edited: number;
  median_ms: number | null;
};

/** How one person answers for one tool. */
export type AnswererRow = ToolRow & {
  person_id: string;
  person_name: string;
  person_email: string | null;
  quick: number;
};

const dayMs = 24 * 60 * 60 * 1000;
/** A faster answer cannot have read the call. */
export const glanceMs = 2_000;

export function askedByDay({ db }: Database, { since, ownOf }: Asked): Promise<DayRow[]> {
  return db
    .selectFrom("approvals")
    .select([dayAsked.as("day"), "status", (all) => all.fn.countAll<number>().as("count")])
    .where("requested_at", ">", since)
    .$if(ownOf !== null, (rows) => rows.where("person_id", "=", ownOf ?? ""))
    .groupBy([sql`1`, "status"])
    .execute();
}

/** The median time to answer, by the day on which the question was asked. */
export function answerTimesByDay(
  { db }: Database,
  { since, ownOf }: Asked,
): Promise<{ day: number; median_ms: number }[]> {
  return db
    .with("answers", (from) =>
      from
        .selectFrom("approvals")
        .select([dayAsked.as("day"), waited.as("waited_ms")])
        .select(sql<number>`row_number() over (partition by ${dayAsked} order by ${waited})`.as("place"))
        .select(sql<number>`count(*) over (partition by ${dayAsked})`.as("of"))
        .where("status", "in", ["accepted", "declined"])
        .where("requested_at", ">", since)
        .$if(ownOf !== null, (rows) => rows.where("person_id", "=", ownOf ?? "")),
    )
    .selectFrom("answers")
    .select(["day", sql<number>`waited_ms`.as("median_ms")])
    .where(sql<boolean>`place = (${sql.ref("of")} + 1) / 2`)
    .execute();
}

/** The median time to answer of all; null without an answer. */
export async function answerTime({ db }: Database, { since, ownOf }: Asked): Promise<number | null> {
  const row = await db
    .with("answers", (from) =>
      from
        .selectFrom("approvals")
        .select(waited.as("waited_ms"))
        .select(sql<number>`row_number() over (order by ${waited})`.as("place"))
        .select(sql<number>`count(*) over ()`.as("of"))
        .where("status", "in", ["accepted", "declined"])
        .where("requested_at", ">", since)
        .$if(ownOf !== null, (rows) => rows.where("person_id", "=", ownOf ?? "")),
    )
    .selectFrom("answers")
    .select(sql<number>`waited_ms`.as("median_ms"))
    .where(sql<boolean>`place = (${sql.ref("of")} + 1) / 2`)
    .executeTakeFirst();
  return row?.median_ms ?? null;
}

/** By tool, with what its server asked during its calls; the one that asks most often first. */
export function askedByTool({ db }: Database, { since, ownOf }: Asked): Promise<ToolRow[]> {
  return (
    db
      // First without arguments: windows and sorting copy whatever a row holds (G8).
      .with(
        (name) => name("questions").materialized(),
        (from) =>
          from
            .selectFrom("approvals")
            .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
            .select(["tool_calls.tool_name as tool", "approvals.status", waitedMs, edited])
            .where("approvals.requested_at", ">", since)
            .$if(ownOf !== null, (rows) => rows.where("approvals.person_id", "=", ownOf ?? "")),
      )
      .with("asked", (from) =>
        from
          .selectFrom("questions")
          .selectAll()
          .select(sql<number>`row_number() over (partition by tool, ${answered} order by waited_ms)`.as("place"))
          .select(sql<number>`count(*) over (partition by tool, ${answered})`.as("of")),
      )
      .selectFrom("asked")
      .select(["tool", ...figures])
      .groupBy("tool")
      .orderBy("asks", "desc")
      .orderBy("tool")
      .execute()
  );
}

/**
 * Answers that people gave, by person and tool, those who answer most often first. For one person: their own answers,
 * and other people's answers in their chats.
 */
export function answeredByPerson({ db }: Database, { since, ownOf }: Asked): Promise<AnswererRow[]> {
  return db
    .with(
      (name) => name("questions").materialized(),
      (from) =>
        from
          .selectFrom("approvals")
          .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
          .innerJoin("people", "people.id", "approvals.decided_by")
          .select(["tool_calls.tool_name as tool", "approvals.status", waitedMs, edited])
          .select(["people.id as person_id", "people.name as person_name", "people.email as person_email"])
          .where("approvals.kind", "=", "tool-call")
          .where("approvals.status", "in", ["accepted", "declined"])
          .where("approvals.requested_at", ">", since)
          .$if(ownOf !== null, (rows) =>
            rows.where((row) =>
              row.or([row("approvals.decided_by", "=", ownOf), row("approvals.person_id", "=", ownOf ?? "")]),
            ),
          ),
    )
    .with("asked", (from) =>
      from
        .selectFrom("questions")
        .selectAll()
        .select(sql<number>`row_number() over (partition by person_id, tool order by waited_ms)`.as("place"))
        .select(sql<number>`count(*) over (partition by person_id, tool)`.as("of")),
    )
    .selectFrom("asked")
    .select(["person_id", "person_name", "person_email", "tool", ...figures])
    .select(
      sql<number>`cast(sum(case when status = 'accepted' and waited_ms < ${sql.lit(glanceMs)} then 1 else 0 end) as integer)`.as(
        "quick",
      ),
    )
    .groupBy(["person_id", "person_name", "person_email", "tool"])
    .orderBy("asks", "desc")
    .orderBy("person_name")
    .orderBy("tool")
    .limit(200)
    .execute();
}

const dayAsked = sql<number>`cast(floor(requested_at / ${sql.lit(dayMs)}) as integer)`;
const waited = sql<number | null>`approvals.decided_at - approvals.requested_at`;
const answered = sql<boolean>`status in ('accepted', 'declined')`;
const waitedMs = waited.as("waited_ms");
/** By the digests: arguments are long, and a month of them takes the store too long to compare (G8). */
const edited =
  sql<number>`case when approvals.kind = 'tool-call' and approvals.digest <> tool_calls.digest then 1 else 0 end`.as(
    "edited",
  );

/** The median. Questions without an answer do not count. */
const figures = [
  sql<number>`cast(count(*) as integer)`.as("asks"),
  sql<number>`cast(sum(case when status = 'accepted' then 1 else 0 end) as integer)`.as("accepted"),
  sql<number>`cast(sum(case when status = 'declined' then 1 else 0 end) as integer)`.as("declined"),
  sql<number>`cast(sum(edited) as integer)`.as("edited"),
  sql<
    number | null
  >`max(case when status in ('accepted', 'declined') and place = (${sql.ref("of")} + 1) / 2 then waited_ms end)`.as(
    "median_ms",
  ),
] as const;
