import { sql } from "kysely";
import type { InboxChoices, InboxFilter, WaitingCount } from "#lib/approvals/inbox-page.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { idLists } from "#lib/store/engine/id-lists.ts";
import { bytesOf, readPage, type PageOf } from "#lib/store/schema/read-page.ts";
import { countWithin } from "#lib/untrusted/count-within.ts";
import { answerable, inbox, inboxColumns, type Approvals, type InboxRow } from "./inbox.ts";
import { visibleTo } from "#lib/store/people/answerer-predicates.ts";

/** The last row of the page before, in the order of the inbox. */
export type WaitingCursor = { risk: Risk; requestedAt: number; id: string };
/** The last row of the page before, latest first. */
export type AnsweredCursor = { decidedAt: number; id: string };

/** What waits for this person, riskiest first, then oldest. */
export function waitingFor(
  database: Database,
  personId: string,
  { filter, after, limit }: { filter: InboxFilter; after: WaitingCursor | null; limit: number },
): Promise<PageOf<InboxRow>> {
  // Selects the page before the joins: otherwise the database may join everything that waits, to sort it.
  const page = inbox(database.db, (approvals) =>
    waiting(database, following(filtered(approvals, personId, filter), after), personId)
      .orderBy("approvals.risk", "desc")
      .orderBy("approvals.requested_at")
      .orderBy("approvals.id")
      .limit(limit + 1),
  )
    .orderBy("approvals.risk", "desc")
    .orderBy("approvals.requested_at")
    .orderBy("approvals.id");
  return readPage(page, inboxColumns, limit);
}

/** How many wait for this person, and when the first of them expires; stops counting at `most`. */
export async function countWaiting(database: Database, personId: string, most: number): Promise<WaitingCount> {
  const { db } = database;
  const { count, soonest } = await db
    .selectFrom(
      waiting(database, db.selectFrom("approvals").selectAll(), personId)
        .clearSelect()
        .select("approvals.expires_at")
        .limit(most)
        .as("waiting"),
    )
    .select((all) => [all.fn.countAll<number>().as("count"), all.fn.min("waiting.expires_at").as("soonest")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), expiresAt: soonest === null ? null : Number(soonest) };
}

/**
 * Those of these approvals that this person may see, in their present state, as many as make one page; `left` are
 * the others of them.
 */
export async function entriesFor(
  { db }: Database,
  personId: string,
  ids: readonly string[],
): Promise<{ rows: InboxRow[]; left: string[] }> {
  const seen = (list: readonly string[]) =>
    inbox(db, (approvals) => approvals.where(visibleTo(personId)).where("id", "in", list));
  const found: { id: string; bytes: number }[] = [];
  for (const list of idLists(ids)) {
    const sizes = seen(list)
      .clearSelect()
      .select(["approvals.id", bytesOf(inboxColumns).as("bytes")]);
    found.push(...(await sizes.execute()));
  }
  const all = found.map(({ id }) => id);
  const count = countWithin(found);
  const rows = await Promise.all(idLists(all.slice(0, count)).map((list) => seen(list).execute()));
  return { rows: rows.flat(), left: all.slice(count) };
}

/** What this person could have answered and was settled in the last `withinMs`, latest first. */
export function answeredFor(
  { db, now }: Database,
  personId: string,
  { withinMs, after, limit }: { withinMs: number; after: AnsweredCursor | null; limit: number },
): Promise<PageOf<InboxRow>> {
  const page = inbox(db, (approvals) => {
    const settled = approvals
      .where(visibleTo(personId))
      .where("approvals.decided_at", "is not", null)
      .where("approvals.decided_at", ">=", sql<number>`(select ${now}) - ${withinMs}`)
      .where("approvals.status", "!=", "pending");
    const rest =
      after === null
        ? settled
        : settled.where((row) =>
            row.or([
              row("approvals.decided_at", "<", after.decidedAt),
              row.and([row("approvals.decided_at", "=", after.decidedAt), row("approvals.id", "<", after.id)]),
            ]),
          );
    return rest
      .orderBy("approvals.decided_at", "desc")
      .orderBy("approvals.id", "desc")
      .limit(limit + 1);
  })
    .orderBy("approvals.decided_at", "desc")
    .orderBy("approvals.id", "desc");
  return readPage(page, inboxColumns, limit);
}

const mostChoices = 100;

/** Upper bound of the rows read to offer choices. */
const mostLookedThrough = 2_000;

/**
 * The tools and chats of which something waits for this person, those with most first. Reads only the riskiest rows
 * when very many wait.
 */
export async function choicesFor(database: Database, personId: string): Promise<InboxChoices> {
  const { db } = database;
  const all = waiting(database, db.selectFrom("approvals").selectAll(), personId)
    .clearSelect()
    // SQLite merges two sorted queries into one only by what is selected.
    .select(["approvals.risk", "approvals.requested_at", "approvals.id", "approvals.call_id", "approvals.chat_id"])
    .orderBy("approvals.risk", "desc")
    .orderBy("approvals.requested_at")
    .orderBy("approvals.id")
    .limit(mostLookedThrough)
    .as("waiting");
  const tools = await db
    .selectFrom(all)
    .innerJoin("tool_calls", "tool_calls.id", "waiting.call_id")
    .select(["tool_calls.server_id as serverId", "tool_calls.tool_name as toolName"])
    .select((each) => each.fn.countAll<number>().as("count"))
    .groupBy(["tool_calls.server_id", "tool_calls.tool_name"])
    .orderBy("count", "desc")
    .orderBy("serverId")
    .orderBy("toolName")
    .limit(mostChoices)
    .execute();
  const chats = await db
    .selectFrom(all)
    .innerJoin("chats", "chats.id", "waiting.chat_id")
    .select(["chats.id", "chats.title"])
    .select((each) => each.fn.countAll<number>().as("count"))
    .groupBy(["chats.id", "chats.title"])
    .orderBy("count", "desc")
    .orderBy("chats.id")
    .limit(mostChoices)
    .execute();
  return {
    tools: tools.map(({ count, ...tool }) => ({ ...tool, waiting: count })),
    chats: chats.map(({ count, ...chat }) => ({ ...chat, waiting: count })),
  };
}

/** What this person may answer and has not answered yet. Where several sign, their signature may already be there. */
function waiting(database: Database, approvals: Approvals, personId: string): Approvals {
  const open = approvals
    // A literal, so that the planner uses the partial index.
    .where("approvals.status", "=", sql.lit("pending"))
    .where((approval) =>
      approval.not(
        approval.exists(
          approval
            .selectFrom("approval_answers")
            .select("approval_answers.approval_id")
            .whereRef("approval_answers.approval_id", "=", "approvals.id")
            .where("approval_answers.person_id", "=", personId),
        ),
      ),
    );
  return answerable(database, open, personId);
}

function filtered(approvals: Approvals, personId: string, filter: InboxFilter): Approvals {
  const { serverId, toolName, chatId, kind, risk, whose } = filter;
  let chosen = approvals;
  if (chatId !== undefined) chosen = chosen.where("approvals.chat_id", "=", chatId);
  if (kind !== undefined) chosen = chosen.where("approvals.kind", "=", kind);
  if (risk !== undefined) chosen = chosen.where("approvals.risk", ">=", risk);
  if (whose !== undefined) chosen = chosen.where("approvals.person_id", whose === "mine" ? "=" : "!=", personId);
  if (serverId === undefined && toolName === undefined) return chosen;
  return chosen.where((row) => {
    let call = row.selectFrom("tool_calls").select("tool_calls.id").whereRef("tool_calls.id", "=", "approvals.call_id");
    if (serverId !== undefined) call = call.where("tool_calls.server_id", "=", serverId);
    if (toolName !== undefined) call = call.where("tool_calls.tool_name", "=", toolName);
    return row.exists(call);
  });
}

function following(approvals: Approvals, after: WaitingCursor | null): Approvals {
  if (after === null) return approvals;
  const { risk, requestedAt, id } = after;
  // The first condition alone tells the index where to start.
  return approvals
    .where("approvals.risk", "<=", risk)
    .where((row) =>
      row.or([
        row("approvals.risk", "<", risk),
        row.and([row("approvals.risk", "=", risk), row("approvals.requested_at", ">", requestedAt)]),
        row.and([
          row("approvals.risk", "=", risk),
          row("approvals.requested_at", "=", requestedAt),
          row("approvals.id", ">", id),
        ]),
      ]),
    );
}
