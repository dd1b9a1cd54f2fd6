import { chatsWithQueue } from "#lib/store/messages.ts";
import { endedRunsWithRunningCalls, liveRuns } from "#lib/store/runs.ts";
import type { Agent } from "./agent.ts";
import { settleAbandonedCalls } from "./close-run.ts";
import { continueRun } from "./runs.ts";

/**
 * Goes on with everything that an earlier process left: live runs, calls whose run was stopped just before it died,
 * and messages that were queued behind a run. What fails is logged and leaves the rest alone.
 */
export async function resumeRuns(agent: Agent): Promise<void> {
  const { database, log } = agent.gate;
  for (const { id } of await liveRuns(database)) {
    await continueRun(agent, id).catch((error: unknown) => log.error("run.not-resumed", { runId: id, error }));
  }
  for (const run of await endedRunsWithRunningCalls(database)) {
    await settleAbandonedCalls(agent, run).catch((error: unknown) =>
      log.error("run.not-settled", { runId: run.id, error }),
    );
  }
  for (const chatId of await chatsWithQueue(database)) {
    await agent.afterRun(chatId).catch((error: unknown) => log.error("queue.not-started", { chatId, error }));
  }
}
