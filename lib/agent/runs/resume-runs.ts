import { lapseLeases } from "#lib/store/runs/leases.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { reviveRuns } from "./revive-runs.ts";

/**
 * Goes on with what earlier processes left. Whoever is `alone` on the store takes it all at once; beside others a
 * process takes only what nobody holds. Runs that wait for people in nobody's memory are not even read.
 */
export async function resumeRuns(agent: Agent, { alone }: { alone: boolean }): Promise<void> {
  const { database, instance } = agent.gate;
  if (alone) await lapseLeases(database, { except: instance });
  await reviveRuns(agent, { alone });
}
