import { sql, type ExpressionBuilder } from "kysely";
import type { Database } from "./database.ts";
import type { AuditRow, Schema } from "./schema.ts";

/** An audit row with the names of what it is about, where those still exist. */
export type LoggedRow = AuditRow & { chat_title: string | null; tool_name: string | null; person_name: string | null };

/** Which records are meant; null where it does not matter. */
export type AuditFilter = {
  kinds: readonly string[] | null;
  chatId: string | null;
  /** The person whose chat or doing it was. */
  personId: string | null;
  /** Name of the tool at its server. */
  tool: string | null;
  /** Unix milliseconds: from `from` on, and before `to`. */
  from: number | null;
  to: number | null;
  /** Only rows before this one. */
  before: number | null;
};

/** What happened, latest first: everything, or with `ownOf` what this person did or their agent. */
export function auditLog(
  { db }: Database,
  ownOf: string | null,
  filter: AuditFilter,
  limit: number,
): Promise<LoggedRow[]> {
  // The page first and then the names in it: otherwise those may be looked up for all there is, to sort it.
  return db
    .with("page", (from) =>
      from
        .selectFrom("audit")
        .selectAll("audit")
        .where(matches(ownOf, filter))
        .orderBy("audit.seq", "desc")
        .limit(limit),
    )
    .selectFrom("page as audit")
    .leftJoin("chats", "chats.id", "audit.chat_id")
    .leftJoin("tool_calls", "tool_calls.id", "audit.call_id")
    .leftJoin("people", "people.id", "audit.person_id")
    .selectAll("audit")
    .select(["chats.title as chat_title", "tool_calls.tool_name", "people.name as person_name"])
    .orderBy("audit.seq", "desc")
    .execute();
}

function matches(ownOf: string | null, { kinds, chatId, personId, tool, from, to, before }: AuditFilter) {
  return (row: ExpressionBuilder<Schema, "audit">) => {
    const later = row.selectFrom("audit as at_time").select((one) => one.fn.min("at_time.seq").as("seq"));
    const earlier = row.selectFrom("audit as at_time").select((one) => one.fn.max("at_time.seq").as("seq"));
    const calls = row
      .selectFrom("tool_calls")
      .select("tool_calls.id")
      .where("tool_calls.tool_name", "=", tool ?? "");
    return row.and([
      ...(ownOf === null ? [] : [row("audit.person_id", "=", ownOf)]),
      ...(kinds === null ? [] : [row("audit.kind", "in", kinds)]),
      ...(chatId === null ? [] : [row("audit.chat_id", "=", chatId)]),
      ...(personId === null ? [] : [row("audit.person_id", "=", personId)]),
      ...(tool === null ? [] : [row("audit.call_id", "in", calls)]),
      // Rows are in the order of their number, nearly that of time: so nothing is read through to come to a day.
      ...(from === null
        ? []
        : [row("audit.at", ">=", from), row("audit.seq", ">=", later.where("at_time.at", ">=", from))]),
      ...(to === null ? [] : [row("audit.at", "<", to), row("audit.seq", "<=", earlier.where("at_time.at", "<", to))]),
      ...(before === null ? [] : [row("audit.seq", "<", before)]),
    ]);
  };
}

/** Everybody who may appear in the trail, by name. */
export function peopleOfTrail({ db }: Database): Promise<{ id: string; name: string }[]> {
  return db.selectFrom("people").select(["id", "name"]).orderBy("name").orderBy("id").limit(500).execute();
}

export async function presentTime({ db, now }: Database): Promise<number> {
  const clock = await db.selectNoFrom(sql<number>`${now}`.as("now")).executeTakeFirstOrThrow();
  return clock.now;
}
