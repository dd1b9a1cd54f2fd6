import type { SelectQueryBuilder } from "kysely";
import type { ApprovalStatus, ToolCallState } from "#lib/approvals/states.ts";
import type { Database } from "./database.ts";
import type { ApprovalRow, Schema } from "./schema.ts";
import { answerableBy, visibleTo } from "./who.ts";

/** An approval with what stands around it. */
export type InboxRow = ApprovalRow & {
  call_state: ToolCallState;
  arguments_json: string;
  chat_title: string;
  /** Parts of the message that the run answers; null when it was cut away. */
  prompt_parts_json: string | null;
};

type Page = { status: ApprovalStatus; offset: number; limit: number };

/** A page of approvals, oldest first: the open ones that a person may answer, or the settled ones they may see. */
export function inboxOf({ db }: Database, personId: string, { status, offset, limit }: Page): Promise<InboxRow[]> {
  // The page first and then what stands around it: otherwise that may be looked up for all that waits, to sort it.
  return inbox(db, (approvals) =>
    approvals
      .where(status === "pending" ? answerableBy(personId) : visibleTo(personId))
      .where("status", "=", status)
      .orderBy("requested_at")
      .orderBy("id")
      .limit(limit)
      .offset(offset),
  )
    .orderBy("approvals.requested_at")
    .orderBy("approvals.id")
    .execute();
}

/** One approval; undefined when there is none, or this person may not see it. */
export function inboxRow({ db }: Database, personId: string, id: string): Promise<InboxRow | undefined> {
  return inbox(db, (approvals) => approvals.where("id", "=", id).where(visibleTo(personId))).executeTakeFirst();
}

type Approvals = SelectQueryBuilder<Schema, "approvals", ApprovalRow>;

function inbox(db: Database["db"], choose: (approvals: Approvals) => Approvals) {
  return db
    .with("chosen", (from) => choose(from.selectFrom("approvals").selectAll()))
    .selectFrom("chosen as approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .innerJoin("runs", "runs.id", "approvals.run_id")
    .innerJoin("chats", "chats.id", "approvals.chat_id")
    .leftJoin("messages", (join) =>
      join.onRef("messages.chat_id", "=", "approvals.chat_id").onRef("messages.id", "=", "runs.user_message_id"),
    )
    .selectAll("approvals")
    .select([
      "tool_calls.state as call_state",
      "tool_calls.effective_json as arguments_json",
      "chats.title as chat_title",
      "messages.parts_json as prompt_parts_json",
    ]);
}
