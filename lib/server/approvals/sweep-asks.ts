import type { Agent } from "#lib/agent/hot/agent.ts";
import { stopRun } from "#lib/agent/runs/runs.ts";
import { endAsk, forsakenAsks, tellDecided } from "#lib/store/calls/asks.ts";

/** Ends asks that nobody waits for, and tells agents that come back of answers that are there. */
export async function sweepAsks(agent: Agent): Promise<void> {
  const { database } = agent.gate;
  for (const { call_id: id, key_id: keyId, run_id, state } of await forsakenAsks(database)) {
    // A call that waits to be let go sees by itself that it is not.
    if (state === "running") await endAsk(database, { id, keyId });
    else await forsakeAsk(agent, { id, keyId, runId: run_id });
  }
  await tellDecided(database);
}

/** Nothing is released afterwards, and the card closes. */
export async function forsakeAsk(agent: Agent, ask: { id: string; keyId: string; runId: string }): Promise<void> {
  await endAsk(agent.gate.database, ask);
  await stopRun(agent, ask.runId, "client-gone");
}
