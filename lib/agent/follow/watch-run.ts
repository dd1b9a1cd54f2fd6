import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { messageById, messageOf, readHistory } from "#lib/store/chats/messages.ts";
import { runById } from "#lib/store/runs/runs.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { followRun, isHeldElsewhere } from "./follow-run.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";

/**
 * The live answer of a chat from its one `start` on, then live, whichever process works on it. Null when nothing is
 * live; undefined for a chat that is unknown or another person's.
 */
export async function watchRun(
  agent: Agent,
  { personId, chatId }: { personId: string; chatId: string },
): Promise<ReadableStream<ChatChunk> | null | undefined> {
  const history = await readHistory(agent.gate.database, chatId);
  if (!history || history.chat.person_id !== personId) return undefined;
  const { liveRun } = history;
  if (!liveRun) return null;
  const hot = agent.hot.get(liveRun.id);
  if (hot) return hot.stream.join();
  if (isHeldElsewhere(agent, liveRun)) return followRun(agent, liveRun);
  const row = await messageById(agent.gate.database.db, chatId, liveRun.message_id);
  if (!row) return null;
  const message = await presentRun(agent.gate.database, liveRun.id, messageOf(row));
  const now = await runById(agent.gate.database, liveRun.id);
  // It may have been taken over or ended meanwhile: nobody would ever write to a cold stream of it.
  const taken = agent.hot.get(liveRun.id);
  if (taken) return taken.stream.join();
  if (now?.ended_at !== null) return null;
  if (isHeldElsewhere(agent, now)) return followRun(agent, now);
  const status = now.status === "parked" ? "parked" : "running";
  // The version was read before the message: at worst something is shown twice.
  return agent.cold.watch({ id: now.id, chatId, version: history.chat.version, status }, message).join();
}
