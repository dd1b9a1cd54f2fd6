import { endQuestions } from "#lib/gate/ask/end-questions.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { taskOf } from "#lib/gate/contract/stored-resumption.ts";
import { unknownResult } from "#lib/gate/contract/stored-result.ts";
import { heldQuestions } from "#lib/store/approvals/open-approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { orphanedCallsToUnknown } from "#lib/store/calls/tool-calls.ts";
import { claimRun, releaseRun } from "#lib/store/runs/leases.ts";
import { runById } from "#lib/store/runs/runs.ts";
import { parkHeldRun } from "#lib/store/runs/park-run.ts";
import type { RunRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** Why nobody knows the end of a call that an older claim left running. */
export const orphaned = "Countersign stopped while the tool was running";

/**
 * Takes a live run over under a new fence. Calls that the old holder left running become unknown (I8), questions whose
 * connection died with it are withdrawn. One transaction, so that an answer comes either before it or after it. A run
 * that then only waits for people is let go again. Null when the run has ended, or somebody else has it.
 */
export async function claim(gate: Gate, runId: string): Promise<{ row: RunRow; onlyWaits: boolean } | null> {
  const { database, processId } = gate;
  const seen = await runById(database, runId);
  if (!seen) return null;
  // The commit that ends its wait also wakes it.
  if (seen.status === "parked" && seen.owner === null) return { row: seen, onlyWaits: true };
  return changeChat(gate, { personId: seen.person_id, chatId: seen.chat_id }, async (trx) => {
    const row = await claimRun(database, trx, seen, processId);
    if (!row) return null;
    await abandonOrphans(gate, trx, row);
    // The process that is gone took its connections along.
    const ids = await heldQuestions(trx, runId);
    await endQuestions(gate, trx, { ids }, { status: "cancelled", endedBy: "server-lost" });
    const onlyWaits = await parkHeldRun(trx, runId);
    if (onlyWaits) await releaseRun(database, trx, { runId, fence: row.fence });
    return { row, onlyWaits };
  });
}

/** Calls that an older claim of a held run left running become unknown, but for those that may be repeated or asked for. */
async function abandonOrphans({ database, catalogue }: Gate, trx: Trx, run: RunRow): Promise<void> {
  const { id: runId, fence, person_id: personId, chat_id: chatId } = run;
  const result = JSON.stringify(unknownResult(orphaned));
  const isKept = (call: ToolCallRow) => catalogue.mayRepeat(call) || taskOf(call) !== null;
  const calls = await orphanedCallsToUnknown(database, trx, { runId, fence }, isKept, result);
  for (const { id: callId } of calls) {
    await record(database, trx, { personId, chatId, runId, callId }, { kind: "call-unknown", reason: orphaned });
  }
}
