import { audienceOf, type Audience } from "#lib/people/audience.ts";
import { signaturesOf } from "#lib/store/approvals/approval-answers.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { presentHands } from "#lib/store/people/hands.ts";
import { enabledPeople } from "#lib/store/people/answerer-predicates.ts";
import { whoMayAnswer } from "#lib/gate/contract/stored-approval.ts";

/**
 * Who may answer, as `viewerId` sees it, for open questions that others than the chat's person answer. Reads nothing
 * where there are none, which is nearly always.
 */
export async function audiencesOf(
  database: Pick<Database, "db" | "now">,
  approvals: readonly ApprovalRow[],
  viewerId: string,
): Promise<ReadonlyMap<string, Audience>> {
  const open = approvals.filter(({ status, who_kind }) => status === "pending" && who_kind !== "self");
  if (open.length === 0) return new Map();
  const people = await enabledPeople(database);
  const hands = await presentHands(database);
  const signatures = await signaturesOf(
    database,
    open.map(({ id }) => id),
  );
  return new Map(
    open.map((row) => {
      const mine = signatures.filter(({ approvalId }) => approvalId === row.id);
      return [
        row.id,
        audienceOf({ who: whoMayAnswer(row), askerId: row.person_id, viewerId, people, hands, signatures: mine }),
      ];
    }),
  );
}
