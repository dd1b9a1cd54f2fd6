import {
  expireUnstarted,
  extendApproval,
  runsWithDueApprovals,
  runsWithUnstarted,
} from "#lib/store/approvals/approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { actorBeside } from "#lib/store/people/people.ts";
import { lockRun, runById } from "#lib/store/runs/runs.ts";
import { wakeRun } from "#lib/store/runs/park-run.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import { approvalSeenBy } from "#lib/store/approvals/seen-approvals.ts";
import { endQuestions, recordEnded } from "#lib/gate/ask/end-questions.ts";
import { changeChat } from "#lib/gate/contract/change-chat.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { lapseGrants } from "#lib/gate/grants/lapse-grants.ts";
import { refusalOfKey } from "./refusal-of-key.ts";
import { scopeOf } from "#lib/gate/ask/open-approval.ts";
import { onceAMinute } from "#lib/untrusted/once-a-minute.ts";

/** An accepted call that no runner started within this time is not started any more. */
const startWithinMs = 10 * 60_000;

/** Runs that one sweep takes on; the next takes the rest. */
const mostRuns = 200;

/** Beyond so many runs that cannot be expired it is the store that fails. */
const mostFailures = 10;

/** Once a minute: each sweep may find the same again (G16: full disks). */
const notExpired = onceAMinute(({ log, ...of }: Pick<Gate, "log"> & { runId: string; error: unknown }, more) =>
  log.error("run.not-expired", { ...of, more }),
);

/**
 * Expires every question whose deadline has passed on the database clock, and every accepted one that nobody started, and
 * ends the grants whose time has passed. Resumes the runs whose questions ended.
 */
export async function expireDue(gate: Gate, { upSinceMs }: { upSinceMs: number }): Promise<void> {
  const runs = new Set(await runsWithDueApprovals(gate.database, mostRuns));
  if (upSinceMs >= startWithinMs) {
    for (const id of await runsWithUnstarted(gate.database, { startWithinMs, most: mostRuns })) runs.add(id);
  }
  let failures = 0;
  for (const runId of runs) {
    try {
      await expireOfRun(gate, runId, upSinceMs);
    } catch (error) {
      failures += 1;
      if (failures > mostFailures) throw error;
      // What holds up one run, as long results of its other calls do, holds up nobody else's.
      notExpired({ log: gate.log, runId, error });
    }
  }
  await lapseGrants(gate);
}

async function expireOfRun(gate: Gate, runId: string, upSinceMs: number): Promise<void> {
  const { database } = gate;
  const run = await runById(database, runId);
  if (!run) return;
  const expired = await changeChat(gate, { personId: run.person_id, chatId: run.chat_id }, async (trx) => {
    await lockRun(database, trx, runId);
    const ending = { status: "expired", endedBy: "timeout" } as const;
    const expired = await endQuestions(gate, trx, { dueOfRun: runId }, ending);
    if (upSinceMs >= startWithinMs) {
      const unstarted = await expireUnstarted(database, trx, { runId, startWithinMs });
      await recordEnded(gate, trx, unstarted, ending);
      expired.push(...unstarted);
    }
    if (expired.length === 0) return null;
    for (const { id } of expired) await database.signals.sendWith(trx, { type: "answered", approvalId: id, runId });
    await wakeRun(trx, runId);
    return expired;
  });
  if (expired === null) return;
  for (const { id } of expired) gate.parkingLot.wake(id);
  await gate.resume(runId);
}

export type ExtendOutcome =
  | { extended: ApprovalRow }
  | { refused: "not-open" | "unknown" | "others-answer" }
  | { refused: "forbidden"; message: string };

/** "More time": one more timeout, at most ten times, audited; for whoever may answer, and by a key that may. */
export async function extend(
  gate: Gate,
  of: { id: string; personId: string; keyId?: string | undefined },
): Promise<ExtendOutcome> {
  const seen = await approvalSeenBy(gate.database, of);
  if (!seen) return { refused: "unknown" };
  const { person_id: personId, chat_id: chatId } = seen;
  const extended = await changeChat(gate, { personId, chatId }, async (trx) => {
    const by = { keyId: of.keyId, person: { id: of.personId, name: "" }, action: "decline" } as const;
    const message = of.keyId === undefined ? null : await refusalOfKey(gate.database, trx, seen, by);
    if (message !== null) return message;
    const row = await extendApproval(gate.database, trx, of);
    if (!row) return null;
    const { expires_at: expiresAt, extensions } = row;
    await record(gate.database, trx, scopeOf(row), {
      kind: "approval-extended",
      expiresAt,
      extensions,
      ...(await actorBeside(trx, row, of.personId)),
    });
    return row;
  });
  if (typeof extended === "string") return { refused: "forbidden", message: extended };
  if (extended !== null) return { extended };
  return { refused: seen.may_answer === 1 ? "not-open" : "others-answer" };
}
