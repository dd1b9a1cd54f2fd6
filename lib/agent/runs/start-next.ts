import { changeChat } from "#lib/gate/contract/change-chat.ts";
import { isConflict, StaleWrite } from "#lib/store/engine/database.ts";
import { readHistory } from "#lib/store/chats/messages.ts";
import { queuedMessages, unqueueMessage } from "#lib/store/chats/queued-messages.ts";
import { mayChat } from "#lib/store/runs/may-chat.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { messageOfQueued } from "./person-message.ts";
import { begin } from "./start-turn.ts";

/**
 * Starts the oldest queued message of a chat that has no live run; does nothing otherwise. What a program queued by a key
 * that has ended is dropped.
 */
export async function startNext(agent: Agent, chatId: string): Promise<void> {
  const [next] = await queuedMessages(agent.gate.database, chatId);
  if (!next) return;
  const history = await readHistory(agent.gate.database, chatId);
  if (!history || history.liveRun) return;
  const { key_id: keyId } = next;
  const personId = history.chat.person_id;
  if (keyId !== null && !(await mayChat(agent.gate.database, keyId))) {
    await dropQueued(agent, { personId, chatId }, next.id);
    return startNext(agent, chatId);
  }
  const turn = { personId, chatId, message: messageOfQueued(next), keyId };
  try {
    await begin(agent, turn, { history, found: null });
  } catch (error) {
    // The person took it back at the same moment; the next one may start.
    if (error instanceof StaleWrite) return startNext(agent, chatId);
    // Another message started first; this one waits on.
    if (!isConflict(error)) throw error;
  }
}

/** Takes a message off the queue that nobody may send any more. */
async function dropQueued({ gate }: Agent, of: { personId: string; chatId: string }, id: string): Promise<void> {
  await changeChat(gate, of, async (trx) => ((await unqueueMessage(trx, of.chatId, id)) ? { id } : null));
}
