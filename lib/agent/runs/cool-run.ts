import { inTransaction } from "#lib/store/engine/database.ts";
import { releaseRun } from "#lib/store/runs/leases.ts";
import { runById, RunLost } from "#lib/store/runs/runs.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { RunReleased } from "#lib/agent/hot/hot-run.ts";
import type { HotRun } from "#lib/agent/hot/agent.ts";
import { takeOver, whileContinuing } from "./runs.ts";

const tryAgainMs = 5_000;

/** Lets a run that has come to rest go cold when it has rested for long enough. */
export function coolWhenDue(agent: Agent, hot: HotRun): void {
  const { coldAfterMs, hotRuns } = agent.limits;
  const afterMs = agent.hot.size > hotRuns ? 0 : coldAfterMs;
  if (afterMs !== Infinity) coolAfter(agent, hot, afterMs);
}

function coolAfter(agent: Agent, hot: HotRun, afterMs: number): void {
  clearTimeout(hot.cooling);
  if (hot.signal.aborted || agent.closing) return;
  hot.cooling = setTimeout(() => {
    if (!hot.activity.parked) return;
    coolRun(agent, hot).catch((error: unknown) => {
      agent.gate.log.error("run.not-cooled", { runId: hot.row.id, error });
      coolAfter(agent, hot, tryAgainMs);
    });
  }, afterMs).unref();
}

/**
 * Lets a run that only waits for people leave memory: only its rows remain, and any process goes on from them. Does
 * nothing for a run that works, or that waits for an answer which only this process can carry to a server.
 */
export async function coolRun(agent: Agent, hot: HotRun): Promise<void> {
  const { id } = hot.row;
  await Promise.allSettled([agent.continuing.get(id)]);
  if (agent.hot.get(id) !== hot || agent.continuing.has(id)) return;
  await whileContinuing(agent, id, () => release(agent, hot));
}

async function release(agent: Agent, hot: HotRun): Promise<void> {
  const { database } = agent.gate;
  const { id: runId, fence } = hot.row;
  try {
    // After this commit nothing in memory can write for the run, and nothing can start under its claim.
    if (!(await inTransaction(database, (trx) => releaseRun(database, trx, { runId, fence })))) return;
  } catch (error) {
    if (!(error instanceof RunLost)) throw error;
    return hot.abort(error);
  }
  hot.abort(new RunReleased("The run waits for people only."));
  await hot.done;
  // An answer since that commit may have found this process still at work on the run.
  if ((await runById(database, runId))?.status === "running") await takeOver(agent, runId);
}
