import { sql } from "kysely";

/**
 * Whether a person said no to the call of an approval. An answer in the tool's place is none. `answerApproval` writes the
 * action first.
 */
export const wasDeclined = sql<boolean>`(approvals.status = 'declined' and approvals.decision_json not like '{"action":"respond"%')`;
