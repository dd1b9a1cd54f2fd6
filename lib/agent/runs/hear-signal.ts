import type { Agent } from "#lib/agent/hot/agent.ts";
import type { Signal } from "#lib/store/engine/signals.ts";
import { letGo } from "./runs.ts";

/**
 * Does here what another process did to a run that may be in this one's memory: an answer wakes whoever waits for it,
 * and a run that was ended is let go.
 */
export function hearSignal(agent: Agent, signal: Signal): void {
  const { parkingLot, log } = agent.gate;
  if (signal.type === "answered") parkingLot.wake(signal.approvalId);
  if (signal.type === "stopped") {
    const { runId, endedBy } = signal;
    letGo(agent, runId, endedBy).catch((error: unknown) => log.error("run.not-let-go", { runId, error }));
  }
}
