import type { Database } from "#lib/store/engine/database.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";

/** An approval with the words that name it to somebody who cannot see it. */
export type ApprovalToTell = ApprovalRow & {
  chat_title: string;
  arguments_json: string;
  person_name: string | null;
  person_email: string | null;
};

/** Undefined when it is gone with its chat. */
export function approvalToTell({ db }: Database, id: string): Promise<ApprovalToTell | undefined> {
  return db
    .selectFrom("approvals")
    .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
    .innerJoin("chats", "chats.id", "approvals.chat_id")
    .leftJoin("people", "people.id", "approvals.person_id")
    .selectAll("approvals")
    .select([
      "chats.title as chat_title",
      "tool_calls.effective_json as arguments_json",
      "people.name as person_name",
      "people.email as person_email",
    ])
    .where("approvals.id", "=", id)
    .executeTakeFirst();
}
