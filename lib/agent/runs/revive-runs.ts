import { runsToTake } from "#lib/store/runs/leases.ts";
import { chatsWithQueue } from "#lib/store/chats/queued-messages.ts";
import { endedRunsWithRunningCalls } from "#lib/store/runs/runs.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { settleAbandonedCalls } from "./close-run.ts";
import { continueRun } from "./runs.ts";

/** Runs that one sweep takes on; the next takes the rest. */
const mostRuns = 500;
const atOnce = 4;

type Options = {
  /** Whether no other process can be at work, so that every call which runs in an ended run was abandoned. */
  alone?: boolean;
};

/**
 * Goes on with what nobody works on because a process died or a write failed: live runs, calls whose run was stopped,
 * and queued messages with no run before them. Without it a store that was full for a moment would leave a chat waiting
 * for ever. Failures are logged and leave the rest alone.
 */
export async function reviveRuns(agent: Agent, { alone = false }: Options = {}): Promise<void> {
  const { database, log } = agent.gate;
  // The lease of a run in memory may lapse while the store is away.
  const runs = (await runsToTake(database, mostRuns)).filter((id) => !agent.hot.has(id));
  await forEach(runs, (runId) =>
    continueRun(agent, runId).catch((error: unknown) => log.error("run.not-revived", { runId, error })),
  );
  for (const run of await endedRunsWithRunningCalls(database, { everyHolder: alone })) {
    if (agent.hot.has(run.id)) continue;
    await settleAbandonedCalls(agent, run).catch((error: unknown) =>
      log.error("run.not-settled", { runId: run.id, error }),
    );
  }
  for (const chatId of await chatsWithQueue(database)) {
    if (agent.closing) return;
    await agent.afterRun(chatId).catch((error: unknown) => log.error("queue.not-started", { chatId, error }));
  }
}

/** A few at a time: a dead process may have left many. */
async function forEach<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
