import type { Unanswered } from "#lib/approvals/decision.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { stopRun } from "./runs.ts";

/** A run whose holder does not answer takes seconds to end: the others do not wait for it. */
const atOnce = 8;

/** Ends live runs, a few at a time. One that cannot be ended keeps no other; then this throws once the rest have ended. */
export async function stopRuns(agent: Agent, runIds: readonly string[], endedBy: Unanswered): Promise<void> {
  const failures: unknown[] = [];
  const left = runIds.values();
  const work = async () => {
    for (const runId of left) await stopRun(agent, runId, endedBy).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} runs were not ended.`);
}
