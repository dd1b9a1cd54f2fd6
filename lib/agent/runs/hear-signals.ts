import type { Agent } from "#lib/agent/hot/agent.ts";
import { letGo } from "./runs.ts";

/**
 * Does here what other processes did to runs that may be in this one's memory: answers wake whoever waits for them,
 * and ended runs are let go. Returns the way to stop listening.
 */
export function hearSignals(agent: Agent): () => void {
  const { database, parkingLot, log } = agent.gate;
  return database.signals.listen((signal) => {
    if (signal.type === "answered") parkingLot.wake(signal.approvalId);
    if (signal.type === "stopped") {
      const { runId, endedBy } = signal;
      letGo(agent, runId, endedBy).catch((error: unknown) => log.error("run.not-let-go", { runId, error }));
    }
  });
}
