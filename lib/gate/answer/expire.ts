import {
  endApprovals,
  expireUnstarted,
  extendApproval,
  runsWithDueApprovals,
  runsWithUnstarted,
} from "#lib/store/approvals/approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { lockRun, wakeRun } from "#lib/store/runs/runs.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { approvalSeenBy } from "#lib/store/approvals/seen-approvals.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { lapseGrants } from "#lib/gate/grants/lapse-grants.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";

/** An accepted call that no runner started within this time is not started any more. */
const startWithinMs = 10 * 60_000;

/** Runs that one sweep takes on; the next takes the rest. */
const mostRuns = 200;

/**
 * Expires every question whose deadline has passed on the database clock, and every accepted one that nobody started, and
 * ends the grants whose time has passed. Resumes the runs whose questions ended.
 */
export async function expireDue(gate: Gate, { upSinceMs }: { upSinceMs: number }): Promise<void> {
  const runs = new Set(await runsWithDueApprovals(gate.database, mostRuns));
  if (upSinceMs >= startWithinMs) {
    for (const id of await runsWithUnstarted(gate.database, { startWithinMs, most: mostRuns })) runs.add(id);
  }
  for (const runId of runs) await expireOfRun(gate, runId, upSinceMs);
  await lapseGrants(gate);
}

async function expireOfRun(gate: Gate, runId: string, upSinceMs: number): Promise<void> {
  const { database } = gate;
  const { expired, version } = await inTransaction(database, async (trx) => {
    await lockRun(database, trx, runId);
    const decision = { action: "cancel", endedBy: "timeout" };
    const expired = await endApprovals(database, trx, { dueOfRun: runId }, { status: "expired", decision });
    if (upSinceMs >= startWithinMs) expired.push(...(await expireUnstarted(database, trx, { runId, startWithinMs })));
    for (const row of expired) {
      await record(database, trx, scopeOf(row), { kind: "approval-ended", status: "expired", endedBy: "timeout" });
      await database.signals.sendWith(trx, { type: "answered", approvalId: row.id, runId });
    }
    const [first] = expired;
    if (!first) return { expired, version: null };
    await wakeRun(trx, runId);
    return { expired, version: await touchChat(database, trx, first.chat_id) };
  });
  const [first] = expired;
  if (!first || version === null) return;
  for (const row of expired) gate.parkingLot.wake(row.id);
  gate.announce({ chatId: first.chat_id, personId: first.person_id, version });
  await gate.resume(runId);
}

export type ExtendOutcome = { extended: ApprovalRow } | { refused: "not-open" | "unknown" | "others-answer" };

/** "More time": one more timeout, at most ten times, audited; for whoever may answer. */
export async function extend(gate: Gate, of: { id: string; personId: string }): Promise<ExtendOutcome> {
  const done = await inTransaction(gate.database, async (trx) => {
    const row = await extendApproval(gate.database, trx, of);
    if (!row) return null;
    const { expires_at: expiresAt, extensions } = row;
    await record(gate.database, trx, scopeOf(row), {
      kind: "approval-extended",
      expiresAt,
      extensions,
      ...(of.personId === row.person_id ? {} : { by: of.personId }),
    });
    return { row, version: await touchChat(gate.database, trx, row.chat_id) };
  });
  if (!done) {
    const seen = await approvalSeenBy(gate.database, of);
    if (!seen) return { refused: "unknown" };
    return { refused: seen.may_answer === 1 ? "not-open" : "others-answer" };
  }
  gate.announce({ personId: done.row.person_id, chatId: done.row.chat_id, version: done.version });
  return { extended: done.row };
}
