import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endLapsedGrants, lapsedGrants } from "#lib/store/approvals/grants.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/** Grants that one sweep ends; the next ends the rest. */
const most = 200;

/**
 * Records that grants have expired on the database's clock. They let nothing run from their expiry on, however late it
 * is recorded. Of two processes that try, one writes it.
 */
export async function lapseGrants({ database }: Pick<Gate, "database">): Promise<number> {
  // The sweep looks every second and rarely finds one, so the look locks and writes nothing.
  if ((await lapsedGrants(database, database.db, 1)).length === 0) return 0;
  return inTransaction(database, async (trx) => {
    const ended = await endLapsedGrants(database, trx, most);
    for (const { id, person_id: personId, tool_name: tool, given_in: chatId } of ended) {
      const scope = { personId, ...(chatId === null ? {} : { chatId }) };
      await record(database, trx, scope, { kind: "grant-ended", grant: id, because: "lapsed", tool });
    }
    return ended.length;
  });
}
