import { lapseLeases } from "#lib/store/runs/leases.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { reviveRuns } from "./revive-runs.ts";

/**
 * Goes on with what earlier processes left. A process that is `alone` on the store takes it all at once; beside others
 * it takes only what nobody holds. Runs that wait for people in no process's memory are not even read.
 */
export async function resumeRuns(agent: Agent, { alone }: { alone: boolean }): Promise<void> {
  const { database, processId } = agent.gate;
  if (alone) await lapseLeases(database, { except: processId });
  await reviveRuns(agent, { alone });
}
