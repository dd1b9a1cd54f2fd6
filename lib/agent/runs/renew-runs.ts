import { renewLeases } from "#lib/store/runs/leases.ts";
import { RunLost } from "#lib/store/runs/runs.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";

/**
 * Renews the leases of all runs in this process's memory. A run that turns out to be somebody else's, or to have ended,
 * is let go: its holder may have slept for longer than its lease. Throws when the store cannot be reached: nothing is
 * lost then, as long as nobody else can reach it.
 */
export async function renewRuns(agent: Agent): Promise<void> {
  const { database, processId } = agent.gate;
  const runs = [...agent.hot.values()];
  const ids = runs.map(({ row }) => row.id);
  const held = new Map((await renewLeases(database, processId, ids)).map(({ id, fence }) => [id, fence]));
  for (const hot of runs) {
    const { id, fence } = hot.row;
    // The code that lets go of a run tells it so itself.
    if (held.get(id) === fence || agent.continuing.has(id)) continue;
    hot.abort(new RunLost(`Run ${id} is no longer held under fence ${fence}.`));
  }
}
