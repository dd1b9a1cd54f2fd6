import type { Agent } from "#lib/agent/hot/agent.ts";
import { hearSignals } from "#lib/agent/runs/hear-signals.ts";
import { leaveRuns } from "#lib/agent/runs/leave-runs.ts";
import { renewRuns } from "#lib/agent/runs/renew-runs.ts";
import { resumeRuns } from "#lib/agent/runs/resume-runs.ts";
import { reviveRuns } from "#lib/agent/runs/revive-runs.ts";
import { giveUpRun } from "#lib/agent/runs/give-up.ts";
import { goOnWithRun } from "#lib/agent/runs/runs.ts";
import { expireDue } from "#lib/gate/answer/expire.ts";
import { wakeSettledApprovals } from "#lib/gate/ask/wake-settled-approvals.ts";
import { repeatEvery, type Repeated } from "#lib/server/observe/repeat-every.ts";

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
  const repeated: { finding: Repeated[]; renewing: Repeated | null } = { finding: [], renewing: null };
  let unlisten = () => {};

  async function sweep(): Promise<void> {
    await expireDue(gate, { upSinceMs: performance.now() - since });
    await reviveRuns(agent);
  }

  return {
    start: async () => {
      unlisten = hearSignals(agent);
      gate.dispatch.start({
        goOn: (runId) => goOnWithRun(agent, runId),
        giveUp: (runId) => giveUpRun(agent, runId),
      });
      repeated.renewing = repeatEvery(
        // Leaves time for two retries within a lease.
        database.leaseMs * 0.3,
        () => renewRuns(agent),
        (error) => log.error("leases.not-renewed", { error }),
      );
      repeated.finding = [
        repeatEvery(sweepEveryMs, sweep, (error) => log.error("sweep.failed", { error })),
        repeatEvery(
          sweepEveryMs,
          () => wakeSettledApprovals(gate),
          (error) => log.error("answers.not-read", { error }),
        ),
      ];
      // The sweeps find what failed now.
      await resumeRuns(agent, { alone }).catch((error: unknown) => log.error("runs.not-resumed", { error }));
    },
    stop: async () => {
      agent.closing = true;
      const stopped = [gate.dispatch.stop(), ...repeated.finding.map(({ stop }) => stop())];
      // Leases are renewed to the end, because calls in flight are waited for.
      await leaveRuns(agent);
      await Promise.all(stopped);
      await repeated.renewing?.stop();
      unlisten();
    },
  };
}
