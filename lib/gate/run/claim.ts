import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { abandonOrphans } from "./abandon-orphans.ts";
import { endApprovals } from "#lib/store/approvals/approvals.ts";
import { heldQuestions } from "#lib/store/approvals/open-approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { claimRun, releaseRun } from "#lib/store/runs/leases.ts";
import { noMessage, parkHeldRun, runById } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/**
 * Takes a live run over under a new fence. Calls that the old holder left running become unknown (I8), questions whose
 * connection died with it are withdrawn. One transaction, so that an answer comes either before it or after it. A run
 * that then only waits for people is let go again. Null when the run has ended, somebody else has it, or it is another
 * door's: `hasMessages` says whether the caller works on runs that write messages.
 */
export async function claim(
  { database, instance, announce, catalogue }: Gate,
  runId: string,
  { hasMessages }: { hasMessages: boolean },
): Promise<{ row: RunRow; onlyWaits: boolean } | null> {
  const seen = await runById(database, runId);
  if (!seen || (seen.message_id !== noMessage) !== hasMessages) return null;
  // Whatever ends its wait also wakes it, in one commit.
  if (seen.status === "parked" && seen.owner === null) return { row: seen, onlyWaits: true };
  const claimed = await inTransaction(database, async (trx) => {
    const row = await claimRun(database, trx, seen, instance);
    if (!row) return null;
    await abandonOrphans(database, trx, row, catalogue.mayRepeat);
    await endLostQuestions(database, trx, runId);
    const hold = { runId, fence: row.fence };
    const onlyWaits = await parkHeldRun(trx, runId);
    if (onlyWaits) await releaseRun(database, trx, hold);
    return { row, onlyWaits, version: await touchChat(database, trx, row.chat_id) };
  });
  if (!claimed) return null;
  const { row, onlyWaits, version } = claimed;
  announce({ personId: row.person_id, chatId: row.chat_id, version });
  return { row, onlyWaits };
}

/** Their calls ran in a process that is gone, and with it its connection to who asked. */
async function endLostQuestions(database: Database, trx: Trx, runId: string): Promise<void> {
  const decision = { action: "cancel", endedBy: "server-lost" };
  const ids = await heldQuestions(trx, runId);
  for (const ended of await endApprovals(database, trx, { ids }, { status: "cancelled", decision })) {
    await record(database, trx, scopeOf(ended), {
      kind: "approval-ended",
      status: "cancelled",
      endedBy: "server-lost",
    });
  }
}
