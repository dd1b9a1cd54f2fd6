import { sql } from "kysely";
import { endApprovals, extendApproval } from "#lib/store/approvals.ts";
import { record } from "#lib/store/audit.ts";
import { touchChat } from "#lib/store/chats.ts";
import { inTransaction, type Trx } from "#lib/store/database.ts";
import { wakeRun } from "#lib/store/runs.ts";
import type { ApprovalRow } from "#lib/store/schema.ts";
import type { Gate } from "./gate.ts";
import { scopeOf } from "./open-approval.ts";

/** An accepted call that no runner started within this time is not started any more. */
const startWithinMs = 10 * 60_000;

/**
 * Expires every question whose deadline has passed on the database clock, and every accepted one that nobody started.
 * Resolves to the expired rows; callers continue runs that are not in memory.
 */
export async function expireDue(gate: Gate, { upSinceMs }: { upSinceMs: number }): Promise<ApprovalRow[]> {
  const { expired, versions } = await inTransaction(gate.database, async (trx) => {
    const decision = { action: "cancel", endedBy: "timeout" };
    const due = await endApprovals(gate.database, trx, { due: true }, { status: "expired", decision });
    const expired = upSinceMs < startWithinMs ? due : [...due, ...(await expireUnstarted(gate, trx))];
    const versions = new Map<string, { personId: string; version: number }>();
    for (const row of expired) {
      await wakeRun(trx, row.run_id);
      await record(gate.database, trx, scopeOf(row), { kind: "approval-ended", status: "expired", endedBy: "timeout" });
      const version = await touchChat(gate.database, trx, row.chat_id);
      versions.set(row.chat_id, { personId: row.person_id, version });
    }
    return { expired, versions };
  });
  for (const row of expired) gate.parkingLot.wake(row.id);
  for (const [chatId, change] of versions) gate.announce({ chatId, ...change });
  return expired;
}

/**
 * Approved, never started: the only way out of `accepted`. Looks only at runs that should be at work, so that the
 * second-by-second sweep does not grow with everything that was ever approved.
 */
async function expireUnstarted({ database }: Gate, trx: Trx): Promise<ApprovalRow[]> {
  const runs = await trx.selectFrom("runs").select("id").where("status", "=", "running").execute();
  if (runs.length === 0) return [];
  return trx
    .updateTable("approvals")
    .set({ status: "expired" })
    .where(
      "run_id",
      "in",
      runs.map(({ id }) => id),
    )
    .where("status", "=", "accepted")
    .where("kind", "=", "tool-call")
    .where("decided_at", "<=", sql<number>`${database.now} - ${startWithinMs}`)
    .where("call_id", "in", (calls) =>
      // A started call that waits for its server's question was started.
      calls
        .selectFrom("tool_calls")
        .select("tool_calls.id")
        .whereRef("tool_calls.id", "=", "approvals.call_id")
        .where("state", "=", "waiting")
        .where("started_fence", "is", null),
    )
    .returningAll()
    .execute();
}

export type ExtendOutcome = { extended: ApprovalRow } | { refused: "not-open" };

/** "More time": one more timeout, at most ten times, audited. */
export async function extend(gate: Gate, of: { id: string; personId: string }): Promise<ExtendOutcome> {
  const done = await inTransaction(gate.database, async (trx) => {
    const row = await extendApproval(gate.database, trx, of);
    if (!row) return null;
    const { expires_at: expiresAt, extensions } = row;
    await record(gate.database, trx, scopeOf(row), { kind: "approval-extended", expiresAt, extensions });
    return { row, version: await touchChat(gate.database, trx, row.chat_id) };
  });
  if (!done) return { refused: "not-open" };
  gate.announce({ personId: done.row.person_id, chatId: done.row.chat_id, version: done.version });
  return { extended: done.row };
}
