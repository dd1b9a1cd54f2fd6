import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endLapsedGrants, lapsedGrants } from "#lib/store/approvals/grants.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/** Grants that one sweep ends; the next ends the rest. */
const most = 200;

/**
 * Puts on record that the time of grants has passed on the database's clock. They let nothing run from that moment on,
 * whenever this is written down; two processes that try write it once.
 */
export async function lapseGrants({ database }: Pick<Gate, "database">): Promise<number> {
  // Looked for every second, and hardly ever there: nothing is locked or written for that.
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
