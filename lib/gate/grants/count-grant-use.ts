import { record } from "#lib/store/audit/record.ts";
import { StaleWrite } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { endGrant, takeGrant } from "#lib/store/approvals/grants.ts";
import type { GrantRow } from "#lib/store/schema/grants-table.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Covering } from "./find-grant.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/**
 * Counts a call on its grant and records it, in the transaction that starts the call. Throws `StaleWrite` when the grant
 * was used up, was revoked or expired meanwhile: the call is judged again, and asks.
 */
export async function countGrantUse(
  { database }: Gate,
  trx: Trx,
  call: ToolCallRow,
  { row, units }: Covering,
): Promise<void> {
  const taken = await takeGrant(database, trx, { id: row.id, fingerprint: row.fingerprint, units });
  if (!taken) throw new StaleWrite(`The grant ${row.id} is not there any more.`);
  const { person_id: personId, chat_id: chatId, run_id: runId, id: callId, digest, wire_name: tool } = call;
  const scope = { personId, chatId, runId, callId };
  await record(database, trx, scope, { kind: "grant-used", grant: row.id, uses: taken.uses, digest, tool });
  if (!isUsedUp(taken)) return;
  await endGrant(database, trx, { id: row.id, personId }, "used-up");
  await record(database, trx, scope, { kind: "grant-ended", grant: row.id, because: "used-up", tool });
}

function isUsedUp({ uses, max_uses, budget_spent, budget_total }: GrantRow): boolean {
  return (max_uses !== null && uses >= max_uses) || (budget_total !== null && budget_spent >= budget_total);
}
