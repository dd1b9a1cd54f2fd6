import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endGrant, grantById } from "#lib/store/approvals/grants.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/**
 * Revokes a person's grant: no call starts on it after the commit, also one that was judged before (A11: revocation).
 * `ended` when it had ended already, `unknown` when the person has no such grant.
 */
export async function revokeGrant(
  { database }: Gate,
  of: { id: string; personId: string },
): Promise<"revoked" | "ended" | "unknown"> {
  const revoked = await inTransaction(database, async (trx) => {
    const grant = await endGrant(database, trx, of, "revoked");
    if (!grant) return false;
    const scope = { personId: grant.person_id, ...(grant.given_in === null ? {} : { chatId: grant.given_in }) };
    await record(database, trx, scope, { kind: "grant-revoked", grant: grant.id, tool: grant.tool_name });
    return true;
  });
  if (revoked) return "revoked";
  return (await grantById(database, of)) ? "ended" : "unknown";
}
