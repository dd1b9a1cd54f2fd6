import { followedRuns, type FollowedRun } from "#lib/store/runs/chunks.ts";
import { messageById, messageOf } from "#lib/store/chats/messages.ts";
import { runById } from "#lib/store/runs/runs.ts";
import type { Repeated } from "#lib/store/engine/repeat-every.ts";
import { watchStore } from "#lib/store/engine/watch-store.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { endCold } from "./end-cold.ts";
import { endTail, isHeldElsewhere, readTail } from "./follow-run.ts";
import type { Tail } from "#lib/agent/hot/agent.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";

/** One statement for all runs. */
const lookEveryMs = 1_000;
/** The last chunks of an answer are logged after its end is stored. */
const lastWordsMs = 2_000;

/**
 * Keeps the streams of runs that somebody watches here and that this process does not work on: brings what the log has
 * of a run that another process works on, shows how the questions of a cold run stand, and ends a stream when its run is
 * taken over elsewhere or has ended. Does nothing with SQLite, where there is no other process.
 */
export function keepFollowing(agent: Agent): Repeated {
  const { database, log } = agent.gate;
  if (database.dialect === "sqlite") return { stop: async () => {} };
  const due = new Set<string>();
  let isLooking = false;

  const watching = watchStore(database, {
    on: ["chunks", "answered", "stopped", "chat"],
    read: async (signal) => {
      if (signal === null) return look([...agent.tails.keys(), ...agent.cold.watched]);
      // A `chat` signal also says that a run was taken over.
      if (signal.type === "chat") return look(followedOf(signal.chatId));
      const { type, runId } = signal;
      const tail = agent.tails.get(runId);
      if (type !== "chunks") return tail || agent.cold.isWatched(runId) ? look([runId]) : undefined;
      if (tail) read(tail);
    },
    everyMs: lookEveryMs,
    failed: (error) => log.warn("runs.not-followed", { error }),
  });

  function followedOf(chatId: string): string[] {
    const tails = [...agent.tails.values()].filter((tail) => tail.chatId === chatId).map(({ runId }) => runId);
    return [...tails, ...agent.cold.watchedOf(chatId)];
  }

  function read(tail: Tail): void {
    readTail(agent, tail).catch((error: unknown) => log.warn("chunks.not-read", { runId: tail.runId, error }));
  }

  async function look(runIds: string[]): Promise<void> {
    for (const runId of runIds) due.add(runId);
    if (isLooking) return;
    isLooking = true;
    await lookAtDue().finally(() => (isLooking = false));
  }

  async function lookAtDue(): Promise<void> {
    while (due.size > 0) {
      const runIds = [...due];
      due.clear();
      const standings = new Map((await followedRuns(database, runIds)).map((standing) => [standing.id, standing]));
      for (const runId of runIds) {
        const tail = agent.tails.get(runId);
        if (tail) followTail(tail, standings.get(runId));
        if (agent.cold.isWatched(runId)) await followCold(runId, standings.get(runId));
      }
    }
  }

  function followTail(tail: Tail, standing: FollowedRun | undefined): void {
    const isAlone = tail.stream.subscribers === 0 && tail.reading === null;
    if (isAlone || standing?.fence !== tail.fence) return endTail(agent, tail);
    if (standing.lastSeq > tail.seq) read(tail);
    else if (standing.ended_at !== null) {
      tail.endedAt ??= performance.now();
      if (performance.now() - tail.endedAt > lastWordsMs) endTail(agent, tail);
    }
  }

  async function followCold(runId: string, standing: FollowedRun | undefined): Promise<void> {
    if (agent.hot.has(runId)) return;
    if (!standing || standing.ended_at !== null) return endCold(agent, runId);
    // Its watchers follow it from its new start.
    if (isHeldElsewhere(agent, standing)) return agent.cold.end(runId)?.end();
    if (!agent.cold.isOutdated(runId, { chatId: standing.chat_id, version: standing.version })) return;
    const run = await runById(database, runId);
    const stored = run && (await messageById(database.db, run.chat_id, run.message_id));
    if (stored) agent.cold.refresh(runId, await presentRun(database, runId, messageOf(stored)));
  }

  return {
    stop: () => {
      const stopped = watching.stop();
      for (const tail of agent.tails.values()) endTail(agent, tail);
      return stopped;
    },
  };
}
