import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "#lib/store/engine/database.ts";
import { handOverRun } from "#lib/store/runs/leases.ts";
import { RunLost } from "#lib/store/runs/runs.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { RunReleased } from "#lib/agent/hot/hot-run.ts";
import type { HotRun } from "#lib/agent/hot/agent.ts";

const lookAgainMs = 50;
/** Connections to the store are few. */
const atOnce = 4;

/**
 * Gives up every run in memory, as before the process ends, so that another process goes on at once: runs that wait go
 * cold, a model step is broken off and done again elsewhere, calls in flight are waited for. What still runs at the
 * deadline is left behind, and the process that goes on calls it unknown. Nothing new begins meanwhile; resolves when
 * nothing is in memory.
 */
export async function leaveRuns(agent: Agent): Promise<void> {
  agent.closing = true;
  const deadline = performance.now() + agent.limits.stopWithinMs;
  for (;;) {
    await Promise.allSettled(agent.continuing.values());
    const leaveCalls = performance.now() >= deadline;
    const runs = [...agent.hot.values()].filter(({ signal }) => !signal.aborted).values();
    const leaveEach = async () => {
      for (const hot of runs) await leaveRun(agent, hot, leaveCalls);
    };
    await Promise.all(Array.from({ length: atOnce }, leaveEach));
    if (leaveCalls || agent.hot.size === 0) break;
    await sleep(Math.min(lookAgainMs, agent.limits.stopWithinMs));
  }
  await Promise.all([...agent.hot.values()].map(({ done }) => done));
}

async function leaveRun(agent: Agent, hot: HotRun, leaveCalls: boolean): Promise<void> {
  const { database, dispatch, log } = agent.gate;
  const { id: runId, fence } = hot.row;
  try {
    const left = await inTransaction(database, async (trx) => {
      const status = await handOverRun(database, trx, { runId, fence }, { leaveCalls });
      if (status === "running") await dispatch.send(trx, runId, "now");
      return status;
    });
    if (left === null) return;
  } catch (error) {
    if (error instanceof RunLost) return hot.abort(error);
    log.error("run.not-left", { runId, error });
    // Without the store its lease lapses, and somebody else goes on then.
    if (!leaveCalls) return;
  }
  hot.abort(new RunReleased("This process is about to end."));
}
