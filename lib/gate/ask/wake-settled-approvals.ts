import { settledAmong } from "#lib/store/approvals/approvals.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/**
 * Wakes whoever waits in this process for a question that was settled, in one look for all of them: the wake-up from
 * another process may have been lost on the way (G9).
 */
export async function wakeSettledApprovals({ database, parkingLot }: Gate): Promise<void> {
  for (const id of await settledAmong(database, parkingLot.waitedFor)) parkingLot.wake(id);
}
