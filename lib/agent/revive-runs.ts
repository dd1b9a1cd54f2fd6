import { chatsWithQueue } from "#lib/store/messages.ts";
import { lapsedRuns } from "#lib/store/runs.ts";
import type { Agent } from "./agent.ts";
import { continueRun } from "./runs.ts";

/**
 * Goes on with runs that should be at work though nothing works on them, because a write of theirs failed, and with
 * messages queued behind none. Without it a store that was full for a moment would leave a chat waiting for ever.
 */
export async function reviveRuns(agent: Agent): Promise<void> {
  const { database, log } = agent.gate;
  for (const { id } of await lapsedRuns(database)) {
    // The lease of a run in memory may lapse: it is renewed by writes only.
    if (agent.hot.has(id)) continue;
    await continueRun(agent, id).catch((error: unknown) => log.error("run.not-revived", { runId: id, error }));
  }
  for (const chatId of await chatsWithQueue(database)) {
    await agent.afterRun(chatId).catch((error: unknown) => log.error("queue.not-started", { chatId, error }));
  }
}
