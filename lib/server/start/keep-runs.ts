import type { Agent } from "#lib/agent/hot/agent.ts";
import { hearSignal } from "#lib/agent/runs/hear-signal.ts";
import { leaveRuns } from "#lib/agent/runs/leave-runs.ts";
import { renewRuns } from "#lib/agent/runs/renew-runs.ts";
import { resumeRuns } from "#lib/agent/runs/resume-runs.ts";
import { reviveRuns } from "#lib/agent/runs/revive-runs.ts";
import { giveUpRun } from "#lib/agent/runs/give-up.ts";
import { goOnWithRun } from "#lib/agent/runs/runs.ts";
import { expireDue } from "#lib/gate/answer/expire.ts";
import { wakeSettledApprovals } from "#lib/gate/ask/await-answers.ts";
import { repeatEvery, type Repeated } from "#lib/store/engine/repeat-every.ts";
import { watchStore } from "#lib/store/engine/watch-store.ts";

const sweepEveryMs = 1_000;

export type KeptRuns = {
  /** Resumes what earlier processes left, and from then on runs without a holder. */
  start: () => Promise<void>;
  /** Gives up every run in memory; nothing is written for one afterwards. */
  stop: () => Promise<void>;
};

/**
 * Renews the leases of this process's runs, and finds runs without a holder. `alone`: no other process is on the store.
 */
export function keepRuns(agent: Agent, { alone }: { alone: boolean }): KeptRuns {
  const { gate } = agent;
  const { database, log } = gate;
  const since = performance.now();
  let sweeping: Repeated | null = null;
  let toTheEnd: Repeated[] = [];

  async function sweep(): Promise<void> {
    await expireDue(gate, { upSinceMs: performance.now() - since });
    await reviveRuns(agent);
  }

  return {
    start: async () => {
      gate.dispatch.start({
        goOn: (runId) => goOnWithRun(agent, runId),
        giveUp: (runId) => giveUpRun(agent, runId),
      });
      toTheEnd = [
        watchStore(database, {
          on: ["answered", "stopped"],
          read: async (signal) => (signal ? hearSignal(agent, signal) : wakeSettledApprovals(gate)),
          everyMs: sweepEveryMs,
          failed: (error) => log.error("answers.not-read", { error }),
          evenAlone: true,
        }),
        repeatEvery(
          // Leaves time for two retries within a lease.
          database.leaseMs * 0.3,
          () => renewRuns(agent),
          (error) => log.error("leases.not-renewed", { error }),
        ),
      ];
      sweeping = repeatEvery(sweepEveryMs, sweep, (error) => log.error("sweep.failed", { error }));
      // The sweeps find what failed now.
      await resumeRuns(agent, { alone }).catch((error: unknown) => log.error("runs.not-resumed", { error }));
    },
    stop: async () => {
      agent.closing = true;
      const stopped = Promise.all([gate.dispatch.stop(), sweeping?.stop()]);
      // Leases are renewed and signals heard to the end, because calls in flight are waited for.
      await leaveRuns(agent);
      await stopped;
      await Promise.all(toTheEnd.map(({ stop }) => stop()));
    },
  };
}
