import type { Database } from "#lib/store/engine/database.ts";
import { preparedAt } from "#lib/store/engine/prepared.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { answerableBy, visibleTo } from "#lib/store/people/answerer-predicates.ts";

export type SeenApproval = ApprovalRow & { may_answer: number };

/**
 * One approval that a person may see, and whether they may answer it; undefined when they may not see it or it does not
 * exist.
 */
export async function approvalSeenBy(
  { db, now }: Pick<Database, "db" | "now">,
  of: { id: string; personId: string },
): Promise<SeenApproval | undefined> {
  return (await oneSeen({ db, now }, of)).rows[0];
}

const oneSeen = preparedAt((db, { id, personId }: { id: string; personId: string }, now) =>
  seenBy({ db, now }, personId).where("id", "=", id),
);

function seenBy({ db, now }: Pick<Database, "db" | "now">, personId: string) {
  return db
    .selectFrom("approvals")
    .selectAll("approvals")
    .select((row) => row.case().when(answerableBy({ now }, personId)(row)).then(1).else(0).end().as("may_answer"))
    .where(visibleTo(personId));
}

/** Every approval of one tool call id of a chat that this person may see. */
export function approvalsUnder(
  database: Database,
  of: { personId: string; chatId: string; toolCallId: string },
): Promise<SeenApproval[]> {
  return seenBy(database, of.personId)
    .where("chat_id", "=", of.chatId)
    .where("tool_call_id", "=", of.toolCallId)
    .execute();
}
