import type { Notice } from "#lib/approvals/notice.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { handOverRun, isUnheld } from "#lib/store/runs/leases.ts";
import { lockRun } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { closeRun } from "./close-run.ts";

const wentWrong: Notice = {
  kind: "error",
  text: "Something went wrong in Countersign while answering. Open questions were withdrawn; nothing else was run.",
  retry: true,
};

const stoppedAgain: Notice = {
  kind: "error",
  text: "Countersign stopped several times while it worked on this answer, so the answer was ended. Open questions were withdrawn; no tool was run twice.",
  retry: true,
};

/** Ends a live run that cannot go on, with an apology. */
export async function closeFailed(agent: Agent, runId: string, notice = wentWrong): Promise<void> {
  await closeRun(agent, runId, { status: "failed", endedBy: "failure", notice });
}

/**
 * Ends a run that was just claimed if too many processes died with it: what a model says may end a process, and would
 * do so at each start (G26). True if it did.
 */
export async function endIfLostTooOften(agent: Agent, { id: runId, losses }: RunRow): Promise<boolean> {
  if (losses < agent.limits.mostLosses) return false;
  agent.gate.log.error("run.given-up", { runId, losses });
  await closeFailed(agent, runId, stoppedAgain);
  return true;
}

/** Ends a run that nobody could go on with, unless somebody has it now. */
export async function giveUpRun(agent: Agent, runId: string): Promise<void> {
  const { database } = agent.gate;
  const unheld = await inTransaction(database, async (trx) => {
    await lockRun(database, trx, runId);
    return isUnheld(database, trx, runId);
  });
  if (unheld) await giveUp(agent, runId);
}

async function giveUp(agent: Agent, runId: string): Promise<void> {
  agent.gate.log.error("run.given-up", { runId });
  await closeFailed(agent, runId);
}

/** Leaves a run that was claimed but could not be started to others, or ends it when that happened too often. */
export async function afterFailure(agent: Agent, { id: runId, fence }: RunRow): Promise<void> {
  const { database } = agent.gate;
  if (agent.failing.failed(runId) >= agent.limits.mostFailures) {
    agent.failing.forget(runId);
    return giveUp(agent, runId);
  }
  await inTransaction(database, (trx) => handOverRun(database, trx, { runId, fence }, { leaveCalls: true }));
}
