import type { Database } from "./database.ts";
import { prepared } from "./prepared.ts";
import type { ApprovalRow } from "./schema.ts";
import { answerableBy, visibleTo } from "./who.ts";

export type SeenApproval = ApprovalRow & { may_answer: number };

/** One approval as a person may see it, and whether they may answer it; undefined when it does not exist for them. */
export async function approvalSeenBy(
  { db }: Pick<Database, "db">,
  of: { id: string; personId: string },
): Promise<SeenApproval | undefined> {
  return (await oneSeen(db, of)).rows[0];
}

const oneSeen = prepared((db, { id, personId }: { id: string; personId: string }) =>
  seenBy(db, personId).where("id", "=", id),
);

function seenBy(db: Database["db"], personId: string) {
  return db
    .selectFrom("approvals")
    .selectAll("approvals")
    .select((row) => row.case().when(answerableBy(personId)(row)).then(1).else(0).end().as("may_answer"))
    .where(visibleTo(personId));
}

/** All that was ever asked under one tool call id of a chat, as far as this person may see it. */
export function approvalsUnder(
  { db }: Database,
  of: { personId: string; chatId: string; toolCallId: string },
): Promise<SeenApproval[]> {
  return seenBy(db, of.personId).where("chat_id", "=", of.chatId).where("tool_call_id", "=", of.toolCallId).execute();
}
