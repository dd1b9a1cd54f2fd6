import type { EndedBy } from "#lib/approvals/decision.ts";
import type { ChatMessage, Notice } from "#lib/chat/chat-message.ts";
import { chunksOf, chunksOfToolPart } from "#lib/chat/chunks-of.ts";
import { touchChat } from "#lib/store/chats.ts";
import { inTransaction } from "#lib/store/database.ts";
import { messageOf, readHistory, saveMessage } from "#lib/store/messages.ts";
import { runById, RunLost } from "#lib/store/runs.ts";
import type { RunRow } from "#lib/store/schema.ts";
import type { Agent } from "./agent.ts";
import { AnswerStream } from "./answer-stream.ts";
import { claim } from "./claim.ts";
import { closeRun, settleAbandonedCalls } from "./close-run.ts";
import { hotRun, type HotRun } from "./hot-run.ts";
import { presentRun } from "./present-message.ts";
import { toolParts } from "./proposals.ts";
import { runAnswer, withNotice } from "./run-answer.ts";

type Start = { row: RunRow; instructions: string; history: ChatMessage[]; message: ChatMessage; stream?: AnswerStream };

/** Brings a claimed run to life in this process. Its work goes on whoever watches. */
export function startRun(agent: Agent, { row, instructions, history, message, stream }: Start): HotRun {
  const hot = hotRun(agent, row, stream ?? new AnswerStream(chunksOf(message)), message);
  agent.hot.set(row.id, hot);
  hot.done = runAnswer(agent, { hot, instructions, history })
    .catch((error: unknown) => afterInterruption(agent, hot, error))
    .catch((error: unknown) => agent.gate.log.error("run.not-closed", { runId: row.id, error }))
    .finally(() => {
      hot.stream.end();
      agent.hot.delete(row.id);
      // Whoever ended it for a message of its own starts that one first.
      if (hot.stoppedBy === null || hot.stoppedBy === "stop") startQueued(agent, row.chat_id);
    });
  return hot;
}

function startQueued(agent: Agent, chatId: string): void {
  agent.afterRun(chatId).catch((error: unknown) => agent.gate.log.error("queue.not-started", { chatId, error }));
}

const wentWrong =
  "Something went wrong in Countersign while answering. Open questions were withdrawn; nothing else was run.";

/** A run that was stopped or lost leaves its last words; one that failed unexpectedly is closed with an apology. */
async function afterInterruption(agent: Agent, hot: HotRun, error: unknown): Promise<void> {
  const { log } = agent.gate;
  const { id } = hot.row;
  if (hot.signal.reason instanceof RunSuspended) return;
  let apology: Notice | null = null;
  if (error instanceof RunLost) log.warn("run.lost", { runId: id, reason: error.message });
  else if (!hot.signal.aborted) {
    log.error("run.failed", { runId: id, error });
    const notice: Notice = { kind: "error", text: wentWrong, retry: true };
    if (await closeRun(agent, id, { status: "failed", endedBy: "failure", notice })) apology = notice;
  }
  await settleAbandonedCalls(agent, hot.row);
  const row = await runById(agent.gate.database, id);
  // Somebody else holds the run now and writes its message.
  if (row && row.fence !== hot.row.fence) return;
  const before = hot.latest;
  hot.latest = await presentRun(agent.gate.database, id, hot.latest);
  const notice = apology ?? stopNotice(hot.stoppedBy);
  if (notice) hot.latest = withNotice(hot.latest, notice);
  await saveFinal(agent, hot.row, hot.latest);
  writeEnding(hot, before);
}

/** Somebody ended the run; its rows say so already. */
class RunStopped extends Error {
  override name = "RunStopped";
}

/** The process ends: the rows keep what is open, and the next process goes on. */
class RunSuspended extends Error {
  override name = "RunSuspended";
}

/** Lets go of every run in memory without ending it, as before the process ends. */
export async function suspendRuns(agent: Agent): Promise<void> {
  const runs = [...agent.hot.values()];
  for (const hot of runs) hot.abort(new RunSuspended("Countersign is shutting down."));
  await Promise.all(runs.map(({ done }) => done));
}

/** Only a person who pressed Stop is told that they did; whatever else ends a run says so by itself. */
function stopNotice(endedBy: EndedBy | null): Notice | null {
  return endedBy === "stop" ? { kind: "stopped", text: "You stopped this answer.", retry: true } : null;
}

async function saveFinal(agent: Agent, row: RunRow, message: ChatMessage): Promise<void> {
  const { database, announce } = agent.gate;
  const { chat_id: chatId, person_id: personId } = row;
  const version = await inTransaction(database, async (trx) => {
    await saveMessage(trx, chatId, message);
    return touchChat(database, trx, chatId);
  }).catch((error: unknown) => {
    // The chat was deleted while its run ended: there is nothing to save to.
    agent.gate.log.warn("message.not-saved", { runId: row.id, error });
    return null;
  });
  if (version !== null) announce({ personId, chatId, version });
}

/** Tells watchers what became of the open calls, then ends the stream. */
function writeEnding(hot: HotRun, before: ChatMessage): void {
  const known = new Map(toolParts(before).map((part) => [part.toolCallId, part.state]));
  for (const part of hot.latest.parts) {
    if (part.type === "dynamic-tool" && known.get(part.toolCallId) !== part.state) {
      for (const chunk of chunksOfToolPart(part)) hot.stream.write(chunk);
    }
    if (part.type === "data-approval") {
      hot.stream.write({ type: "data-approval", id: part.data.approvalId, data: part.data });
    }
    if (part.type === "data-notice") {
      const id = part.id === undefined ? {} : { id: part.id };
      hot.stream.write({ type: "data-notice", ...id, data: part.data });
    }
  }
  hot.stream.write({ type: "abort" });
}

/**
 * Ends a live run; false when there was nothing to end: it had ended, or a new message found it working again.
 * Resolves when its final message is stored.
 */
export async function stopRun(agent: Agent, runId: string, endedBy: EndedBy): Promise<boolean> {
  const closed = await closeRun(agent, runId, { status: "stopped", endedBy, notice: stopNotice(endedBy) });
  if (!closed && endedBy === "new-message") return false;
  // A run that is being taken over right now is in memory afterwards, or it saw that it has ended.
  await Promise.allSettled([agent.continuing.get(runId)]);
  const hot = agent.hot.get(runId);
  if (hot) {
    hot.stoppedBy = endedBy;
    hot.abort(new RunStopped(`The run was ended: ${endedBy}.`));
    await hot.done;
  } else if (closed && endedBy === "stop") {
    startQueued(agent, closed.chat_id);
  }
  agent.cold.end(runId);
  return closed !== undefined;
}

/**
 * Goes on with a live run that is not in memory: claims it under a new fence, calls what an older fence left running
 * unknown, and answers on from the rows. Does nothing for a run that is in memory, waits only for people, or has ended.
 */
export function continueRun(agent: Agent, runId: string): Promise<void> {
  const { hot, continuing } = agent;
  if (hot.has(runId)) return Promise.resolve();
  const already = continuing.get(runId);
  // Whoever takes the run over may have looked before the answer that brings us here: look again after it.
  if (already) return already.then(() => continueRun(agent, runId));
  const work = takeOver(agent, runId).finally(() => continuing.delete(runId));
  continuing.set(runId, work);
  return work;
}

async function takeOver(agent: Agent, runId: string): Promise<void> {
  const { database } = agent.gate;
  const claimed = await claim(agent, runId);
  if (!claimed) return;
  const { row, onlyWaits } = claimed;
  if (onlyWaits && !agent.cold.isWatched(runId)) return;
  const history = await readHistory(database, row.chat_id);
  if (!history) throw new Error(`Run ${runId} has lost its chat.`);
  const messages = history.messages.map(messageOf);
  const index = messages.findIndex(({ id }) => id === row.message_id);
  const stored = messages[index];
  if (!stored) throw new Error(`Run ${runId} has lost its message.`);
  const message = await presentRun(database, runId, stored);
  if (onlyWaits) return agent.cold.refresh(runId, message);
  startRun(agent, {
    row,
    instructions: history.chat.instructions,
    history: messages.slice(0, index),
    message,
    stream: agent.cold.take(runId) ?? new AnswerStream(chunksOf(message)),
  });
}
