import { approvalSeenBy, type SeenApproval } from "#lib/store/approvals/seen-approvals.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";

/** An answer is given within two seconds, or the store is said not to answer. */
const withinMs = 1_700;

/**
 * What became of an approval whose decision could not be heard to commit (G4). Only a settled row says so: while it is
 * pending the commit may still be on its way. Throws `error` when there is nothing to be told in time.
 */
export async function approvalAfterLostCommit(
  { database }: Gate,
  seen: { id: string; personId: string },
  { error, sinceMs }: { error: unknown; sinceMs: number },
): Promise<SeenApproval> {
  const leftMs = withinMs - (performance.now() - sinceMs);
  if (!isStoreUnavailable(error) || leftMs <= 0) throw error;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(error), leftMs);
  try {
    // The first error is the one to report.
    const row = await Promise.race([approvalSeenBy(database, seen).catch(() => undefined), late]);
    if (!row || row.status === "pending") throw error;
    return row;
  } finally {
    clearTimeout(timer);
  }
}
