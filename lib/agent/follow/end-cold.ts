import { messageById, messageOf } from "#lib/store/chats/messages.ts";
import { runById } from "#lib/store/runs/runs.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";
import { writeEnding } from "#lib/agent/stream/write-ending.ts";

/**
 * Ends the stream of a run that waited in no process's memory, for those who watched it. Watchers of a stopped run are
 * told how it ended; a run that went on elsewhere has more to show than its calls, so its watchers read it again.
 */
export async function endCold(agent: Agent, runId: string): Promise<void> {
  const { database } = agent.gate;
  const row = await runById(database, runId);
  const stored = row?.status === "stopped" && (await messageById(database.db, row.chat_id, row.message_id));
  const message = stored ? await presentRun(database, runId, messageOf(stored)) : null;
  const stream = agent.cold.end(runId);
  if (stream && message) writeEnding(stream, message, null);
  stream?.end();
}
