import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endGrant, grantById } from "#lib/store/approvals/grants.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/**
 * Takes a person's grant back: from the commit on no call starts on it, whatever was judged before (A11). `ended` when
 * it no longer stood anyway, `unknown` when it is nobody's or somebody else's.
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
