import { sql } from "kysely";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { isReadable, messageOf, newestOf, readHistory } from "#lib/store/chats/messages.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { answerableBy } from "#lib/store/people/answerer-predicates.ts";

/** Messages before a call that belong to its story. */
const mostAround = 12;

/**
 * The messages that led to a call, oldest first, while it waits: for the person of its chat, and where that person shows
 * them, for somebody who may answer it now. Undefined for everybody else, and once it is answered or expired.
 */
export async function shownAround(
  database: Database,
  { personId, approvalId }: { personId: string; approvalId: string },
): Promise<ChatMessage[] | undefined> {
  const { db, now } = database;
  const shown = await db
    .selectFrom("approvals")
    .select(["chat_id", "run_id"])
    .where("approvals.id", "=", approvalId)
    .where("approvals.status", "=", "pending")
    .where("approvals.expires_at", ">", sql<number>`${now}`)
    .where((approval) => {
      const chat = approval
        .selectFrom("chats")
        .select("chats.id")
        .whereRef("chats.id", "=", "approvals.chat_id")
        .where("chats.shown_to_reviewers", "=", 1);
      return approval.or([
        approval("approvals.person_id", "=", personId),
        approval.and([answerableBy({ now }, personId)(approval), approval.exists(chat)]),
      ]);
    })
    .executeTakeFirst();
  if (shown === undefined) return undefined;
  const run = await db
    .selectFrom("runs")
    .select(["user_message_id", "message_id"])
    .where("id", "=", shown.run_id)
    .executeTakeFirst();
  const history = await readHistory(database, shown.chat_id);
  if (run === undefined || history === undefined) return [];
  const isOfRun = ({ id }: { id: string }) => id === run.message_id || id === run.user_message_id;
  const end = history.lines.findLastIndex(isOfRun) + 1;
  const { messages } = await newestOf(database, shown.chat_id, history.lines.slice(Math.max(0, end - mostAround), end));
  return messages.filter(isReadable).map(messageOf);
}
