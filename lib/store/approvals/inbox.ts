import { sql, type ExpressionBuilder, type SelectQueryBuilder } from "kysely";
import type { ApprovalStatus, ToolCallState } from "#lib/approvals/states.ts";
import { readInTurn } from "#lib/store/engine/fair-turns.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ApprovalRow, ChatOrigin, Schema } from "#lib/store/schema/schema.ts";
import { readPage, type PageOf } from "#lib/store/schema/read-page.ts";
import { answerableBy, putByOthersTo, visibleTo } from "#lib/store/people/answerer-predicates.ts";

/** An approval with its call, run, chat and person. */
export type InboxRow = ApprovalRow & {
  call_state: ToolCallState;
  arguments_json: string;
  chat_title: string;
  chat_origin: ChatOrigin;
  /** 1 where its person shows the words around its calls to those who may answer them. */
  chat_shown: number;
  /** Name of the person whose chat it is. */
  asker_name: string;
  asker_email: string | null;
  /** Parts of the message that the run answers; null when that message was deleted. */
  prompt_parts_json: string | null;
};

/** Which approvals to list. A missing field does not filter. */
export type ApprovalFilter = {
  status: ApprovalStatus;
  runId?: string | undefined;
  /** The person whose agent asked. */
  userId?: string | undefined;
  tool?: string | undefined;
  server?: string | undefined;
  chat?: string | undefined;
  /** Unix milliseconds. */
  since?: number | undefined;
};

type Page = ApprovalFilter & { offset: number; limit: number };

/** What of an approval people, models and servers fill. */
export const inboxColumns = [
  "approvals.subject_json",
  "approvals.decision_json",
  "tool_calls.effective_json",
  "messages.parts_json",
];

/** A page of approvals, oldest first: the open ones that a person may answer, or the settled ones they may see. */
export function inboxOf(
  database: Database,
  personId: string,
  { offset, limit, ...filter }: Page,
): Promise<PageOf<InboxRow>> {
  const { db } = database;
  const seen = (approvals: Approvals): Approvals => {
    const matching = approvals.where(matches(filter));
    if (filter.status === "pending") return answerable(database, matching, personId);
    // A chat and a run have indexes of their own.
    if (filter.chat !== undefined || filter.runId !== undefined) return matching.where(visibleTo(personId));
    // Two queries, each with its own index; one condition with "or" would use neither.
    const all = matching.where("person_id", "=", personId).unionAll(matching.where(putByOthersTo(personId)));
    return db.selectFrom(all.as("approvals")).selectAll();
  };
  // Selects the page before the joins: otherwise the database may join everything that waits, to sort it.
  const page = inbox(db, (approvals) =>
    seen(approvals)
      .orderBy("requested_at")
      .orderBy("id")
      .limit(limit + 1)
      .offset(offset),
  )
    .orderBy("approvals.requested_at")
    .orderBy("approvals.id");
  const read = () => readPage(page, inboxColumns, limit);
  return filter.status === "pending" ? read() : readInTurn(read);
}

/** Those of these open approvals that a person may answer. */
export function answerable({ db, now, dialect }: Database, open: Approvals, personId: string): Approvals {
  const theirs = open.where(answerableBy({ now }, personId));
  // It finds the indexes of either condition, and their order.
  if (dialect === "postgres") return theirs;
  // Two queries, each with its own index; one condition with "or" would use neither. Literals, for the partial one.
  const own = theirs.where("approvals.who_kind", "=", sql.lit("self")).where("approvals.person_id", "=", personId);
  const ofOthers = theirs.where("approvals.who_kind", "!=", sql.lit("self"));
  return db.selectFrom(own.unionAll(ofOthers).as("approvals")).selectAll();
}

/** One approval; undefined when there is none, or this person may not see it. */
export function inboxRow({ db }: Database, personId: string, id: string): Promise<InboxRow | undefined> {
  return inbox(db, (approvals) => approvals.where("id", "=", id).where(visibleTo(personId))).executeTakeFirst();
}

/** The filter as a condition on `approvals`. */
function matches({ status, runId, userId, tool, server, chat, since }: ApprovalFilter) {
  return (approval: ExpressionBuilder<Schema, "approvals">) => {
    const ofCall = {
      ...(tool === undefined ? {} : { tool_name: tool }),
      ...(server === undefined ? {} : { server_id: server }),
    };
    const call = approval
      .selectFrom("tool_calls")
      .select("tool_calls.id")
      .whereRef("tool_calls.id", "=", "approvals.call_id")
      .where((each) => each.and(ofCall));
    return approval.and([
      // A literal, so that the planner uses the indexes of what waits.
      approval("status", "=", sql.lit(status)),
      ...(runId === undefined ? [] : [approval("run_id", "=", runId)]),
      ...(userId === undefined ? [] : [approval("person_id", "=", userId)]),
      ...(chat === undefined ? [] : [approval("chat_id", "=", chat)]),
      ...(since === undefined ? [] : [approval("requested_at", ">=", since)]),
      ...(Object.keys(ofCall).length === 0 ? [] : [approval.exists(call)]),
    ]);
  };
}

export type Approvals = SelectQueryBuilder<Schema, "approvals", ApprovalRow>;

/** The approvals that `choose` leaves, joined with their call, run, chat and person, unordered. */
export function inbox(db: Database["db"], choose: (approvals: Approvals) => Approvals) {
  return (
    db
      // Their ids alone: to sort whole rows copies all that people stored in them.
      .with("chosen", (from) =>
        choose(from.selectFrom("approvals").selectAll())
          .clearSelect()
          // SQLite merges two sorted queries into one only by what is selected: the order of either list.
          .select(["approvals.id", "approvals.requested_at", "approvals.risk"]),
      )
      .selectFrom("chosen")
      .innerJoin("approvals", "approvals.id", "chosen.id")
      .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
      .innerJoin("runs", "runs.id", "approvals.run_id")
      .innerJoin("chats", "chats.id", "approvals.chat_id")
      .innerJoin("people", "people.id", "approvals.person_id")
      .leftJoin("messages", (join) =>
        join.onRef("messages.chat_id", "=", "approvals.chat_id").onRef("messages.id", "=", "runs.user_message_id"),
      )
      .selectAll("approvals")
      .select([
        "tool_calls.state as call_state",
        "tool_calls.effective_json as arguments_json",
        "chats.title as chat_title",
        "chats.origin as chat_origin",
        "chats.shown_to_reviewers as chat_shown",
        "people.name as asker_name",
        "people.email as asker_email",
        "messages.parts_json as prompt_parts_json",
      ])
  );
}
