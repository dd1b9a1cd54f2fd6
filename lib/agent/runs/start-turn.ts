import type { Unanswered } from "#lib/approvals/decision.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import type { OpenCards } from "#lib/chat/chat-summary.ts";
import { chunksOf } from "#lib/chat/chunks-of.ts";
import { insertChat, titleUntitled, touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction, isConflict, StaleWrite, type Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import {
  deleteMessagesFrom,
  insertMessage,
  messageById,
  messageOf,
  newestOf,
  readHistory,
  type History,
} from "#lib/store/chats/messages.ts";
import { queuedMessages, queueMessage, unqueueMessage } from "#lib/store/chats/queued-messages.ts";
import { markByKey } from "#lib/store/chats/mark-by-key.ts";
import { mayChat } from "#lib/store/runs/may-chat.ts";
import { usedUp } from "#lib/store/people/person-counts.ts";
import { insertRun, keyOfMessage } from "#lib/store/runs/runs.ts";
import type { MessageRow } from "#lib/store/schema/schema.ts";
import { toolNamesIn } from "#lib/store/schema/tool-names.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { AnswerStream } from "#lib/agent/stream/answer-stream.ts";
import { CardsWait } from "./close-run.ts";
import { countMessage, messageCount, refuseFullQueue, refuseOneMoreChat } from "./count-message.ts";
import { chatMessageOf, personMessageOf, queuedOf, type PersonMessage } from "./person-message.ts";
import { stopRun } from "./runs.ts";
import { startRun } from "./start-run.ts";
import { watchRun } from "#lib/agent/follow/watch-run.ts";
import { type LimitReached, OverLimit } from "#lib/agent/hot/person-limits.ts";
import { titleOf } from "#lib/agent/step/title-of.ts";

export type Turn = {
  personId: string;
  chatId: string;
  message: PersonMessage;
  /** Message from which on the history is replaced: edit, resend, retry. */
  replaces?: string | undefined;
  /** The key by which a program sent it; null for the person's own. */
  keyId?: string | null;
  /** Whether the person knows that it cancels the open cards of this chat. A key never may. */
  cancelsCards?: boolean | undefined;
};

export type TurnOutcome =
  | { stream: ReadableStream<ChatChunk> }
  /** A run is busy: the message starts its own run when that one ends. */
  | { queued: true }
  | { refused: "unknown-chat" | "unknown-message" | "same-message" }
  /** It would have cancelled them. */
  | { refused: "cards-wait"; cards: OpenCards }
  | { refused: "over-limit"; reached: LimitReached };

/** Each try may lose to another message that was sent at the same time, or to the end of that one's answer. */
const mostAttempts = 20;

/**
 * Takes one new message of a person. One read and one commit (message and run) precede the model. A message that was
 * taken before joins its answer; while a run works the message is queued, while it only waits for people the waiting
 * questions are cancelled and the message starts. It is refused then, and cancels nothing, by a key, and where the
 * person does not say that they know.
 */
export async function startTurn(agent: Agent, turn: Turn): Promise<TurnOutcome> {
  const found: Found = { messageIds: null };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTurn(agent, turn, found);
    } catch (error) {
      if (error instanceof CardsWait) return { refused: "cards-wait", cards: error.cards };
      if (error instanceof OverLimit) return { refused: "over-limit", reached: error.reached };
      // Another request took the chat's one place, or this very message, in between: look again.
      if (!isConflict(error) || attempt === mostAttempts) throw error;
    }
  }
}

/** The messages that a turn found when it came: it may replace only these, because nobody edits what comes later. */
type Found = { messageIds: ReadonlySet<string> | null };

async function tryTurn(agent: Agent, turn: Turn, found: Found): Promise<TurnOutcome> {
  const history = await readHistory(agent.gate.database, turn.chatId);
  found.messageIds ??= new Set(history?.lines.map(({ id }) => id));
  if (history && history.chat.person_id !== turn.personId) return { refused: "unknown-chat" };
  // The session of a client has no model: nothing answers there.
  if (history && history.chat.origin !== "chat") return { refused: "unknown-chat" };
  if (turn.replaces === turn.message.id) return { refused: "same-message" };
  const known = history ? await joinKnown(agent, history, turn) : null;
  // Its answer ended at the same moment, so what was read of it is incomplete: look again.
  if (known === "ended") return tryTurn(agent, turn, found);
  if (known) return known;
  if (turn.replaces !== undefined && !history?.lines.some(({ id }) => id === turn.replaces)) {
    return { refused: "unknown-message" };
  }
  const live = history?.liveRun;
  if (!live) return begin(agent, turn, { history, found });
  const endedBy = turn.replaces === undefined ? "new-message" : "history-replaced";
  if (endedBy === "new-message" && live.status === "running") return queue(agent, turn);
  // Open questions are not cancelled for a message that is not taken.
  const over = await usedUp(agent.gate.database, agent.gate.database.db, messageCount(agent, turn.personId));
  if (over !== null) throw new OverLimit({ limit: "messages", ...over });
  const mayCancel = turn.cancelsCards === true && (turn.keyId ?? null) === null;
  const stopped = await stopRun(agent, live.id, endedBy satisfies Unanswered, { mayCancel });
  // The run got its answer, or ended, at the same moment: look again.
  if (!stopped) return tryTurn(agent, turn, found);
  return begin(agent, turn, { history: await readHistory(agent.gate.database, turn.chatId), found });
}

/** Posting the same message twice is one turn: the second post joins the first one's answer. */
async function joinKnown(
  agent: Agent,
  history: History,
  { personId, message, chatId }: Turn,
): Promise<TurnOutcome | "ended" | null> {
  const index = history.lines.findIndex(({ id }) => id === message.id);
  if (index < 0) {
    const queued = await queuedMessages(agent.gate.database, chatId);
    return queued.some(({ id }) => id === message.id) ? { queued: true } : null;
  }
  const line = history.lines[index + 1];
  const answer = line && (await messageById(agent.gate.database.db, chatId, line.id));
  const hot = answer?.run_id ? agent.hot.get(answer.run_id) : undefined;
  if (hot) return { stream: hot.stream.join() };
  if (answer?.run_id && answer.run_id === history.liveRun?.id) {
    const watched = await watchRun(agent, { personId, chatId });
    return watched ? { stream: watched } : "ended";
  }
  const stream = new AnswerStream(answer ? [...chunksOf(messageOf(answer)), { type: "finish" }] : []);
  stream.end();
  return { stream: stream.join() };
}

async function queue(agent: Agent, { personId, chatId, message, keyId = null }: Turn): Promise<TurnOutcome> {
  const { database, announce } = agent.gate;
  const version = await inTransaction(database, async (trx) => {
    const isNew = await queueMessage(database, trx, { chatId, ...queuedOf(message, keyId) });
    if (keyId !== null) await markByKey(database, trx, { chatId, personId });
    const touched = await touchChat(database, trx, chatId);
    // The chat's row is locked from here on: of several messages at once each sees the others.
    if (isNew) {
      await countMessage(agent, trx, { personId, said: message });
      await refuseFullQueue(agent, trx, chatId);
    }
    return touched;
  });
  announce({ personId, chatId, version });
  // The run may have ended between the read and this commit; then nobody else would start the message.
  await agent.afterRun(chatId);
  return { queued: true };
}

/** `found` is null for a message from the queue, which starts only while it is still queued. */
export async function begin(
  agent: Agent,
  turn: Turn,
  { history, found }: { history: History | undefined; found: Found | null },
): Promise<TurnOutcome> {
  const { database, newId, processId, announce } = agent.gate;
  const { chatId, personId, message, replaces, keyId = null } = turn;
  const lines = history?.lines ?? [];
  const cut = replaces === undefined ? lines.length : lines.findIndex(({ id }) => id === replaces);
  const kept = lines.slice(0, cut);
  const cutSeq = lines[cut]?.seq;
  const { messages: told, earlier } = await newestOf(database, chatId, kept);
  const seq = (kept.at(-1)?.seq ?? 0) + 1;
  const question = chatMessageOf(message);
  const { key: model } = agent.models.get(history?.chat.model ?? null, personId);
  const empty: ChatMessage = { id: newId(), role: "assistant", parts: [], metadata: { model } };
  const started = await inTransaction(database, async (trx) => {
    // One from the queue was counted when it came.
    if (found !== null) await countMessage(agent, trx, { personId, said: message });
    if (!history) await refuseOneMoreChat(agent, trx, personId);
    if (!history) await insertChat(database, trx, { id: chatId, person_id: personId, title: titleOf(message.text) });
    else if (kept.length === 0) await titleUntitled(trx, chatId, titleOf(message.text));
    if (keyId !== null) await markByKey(database, trx, { chatId, personId });
    if (cutSeq !== undefined) {
      const known = lines.slice(cut).flatMap(({ id }) => (found?.messageIds?.has(id) ? [id] : []));
      const late = await deleteMessagesFrom(trx, chatId, { seq: cutSeq, known });
      await queueAgain(
        database,
        trx,
        late.filter(({ role }) => role === "user"),
      );
    }
    const row = await insertRun(database, trx, {
      id: newId(),
      chat_id: chatId,
      person_id: personId,
      user_message_id: question.id,
      message_id: empty.id,
      model,
      owner: processId,
      key_id: keyId,
    });
    await insertMessage(database, trx, { chatId, runId: null, seq }, question);
    await insertMessage(database, trx, { chatId, runId: row.id, seq: seq + 1 }, empty);
    const wasQueued = await unqueueMessage(trx, chatId, message.id);
    if (found === null && !wasQueued) throw new StaleWrite(`Message ${message.id} was taken back.`);
    if (found === null && keyId !== null && !(await mayChat({ db: trx, now: database.now }, keyId)))
      throw new StaleWrite(`The key of message ${message.id} has ended.`);
    return { row, version: await touchChat(database, trx, chatId) };
  });
  const hot = startRun(agent, {
    row: started.row,
    origin: "chat",
    off: new Set(history ? toolNamesIn(history.chat.tools_off_json) : []),
    asked: { instructions: history?.chat.instructions ?? "", history: [...told.map(messageOf), question], earlier },
    message: { ...empty, metadata: { model, createdAt: started.row.created_at } },
  });
  announce({ personId, chatId, version: started.version });
  return { stream: hot.stream.join() };
}

/** Messages that were taken while an edit was on its way, and lost their place to it. */
async function queueAgain(database: Database, trx: Trx, rows: MessageRow[]): Promise<void> {
  for (const row of rows) {
    const message = personMessageOf(messageOf(row));
    const { chat_id: chatId, created_at: createdAt } = row;
    const keyId = await keyOfMessage(trx, { chatId, messageId: row.id });
    await queueMessage(database, trx, { chatId, ...queuedOf(message, keyId), createdAt });
  }
}
