import { approvalById, settledAmong } from "#lib/store/approvals/approvals.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { viewOf } from "./view-of.ts";

/**
 * Waits until every question is settled, takes each back as its answer comes, and resolves to their rows, in the same
 * order. Rejects when the run is stopped or lost; the questions are then settled, or stay open, by whoever did that.
 */
export function awaitAnswers(
  gate: Gate,
  run: RunContext,
  questions: readonly ApprovalRow[],
  callState: ToolCallRow["state"],
): Promise<ApprovalRow[]> {
  const all = () =>
    Promise.all(
      questions.map(async ({ id }) => {
        const answer = await awaitAnswer(gate, run, id);
        run.asker.withdraw(viewOf(answer, callState));
        return answer;
      }),
    );
  return run.whileWaiting ? run.whileWaiting(all) : all();
}

async function awaitAnswer(gate: Gate, run: RunContext, approvalId: string): Promise<ApprovalRow> {
  // Park before reading: an answer that comes after the read then finds a waiter.
  const parked = gate.parkingLot.park(approvalId, run.signal);
  try {
    for (;;) {
      run.signal.throwIfAborted();
      const row = await approvalById(gate.database, approvalId);
      if (!row) throw new Error(`Approval ${approvalId} is gone from the store.`);
      if (row.status !== "pending") return row;
      await parked.next();
    }
  } finally {
    parked.leave();
  }
}

/** Says what became of questions once their answers were there. */
export function tellQuestions(
  run: RunContext,
  questions: readonly ApprovalRow[],
  callState: ToolCallRow["state"],
): void {
  for (const approval of questions) run.tell?.({ kind: "question-changed", question: viewOf(approval, callState) });
}

/** Who ended a server's question that nobody answered: the server, unless its run was stopped here. */
export function whoWithdrew({ signal }: RunContext): "server-withdrew" | "server-lost" {
  return signal.aborted ? "server-lost" : "server-withdrew";
}

/**
 * Wakes whoever waits in this process for a question that was settled, in one look for all of them: the wake-up from
 * another process may have been lost on the way (G9).
 */
export async function wakeSettledApprovals({ database, parkingLot }: Gate): Promise<void> {
  for (const id of await settledAmong(database, parkingLot.waitedFor)) parkingLot.wake(id);
}
