import type { EndedBy } from "#lib/approvals/decision.ts";
import type { Notice } from "#lib/approvals/notice.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { chunksOf } from "#lib/chat/chunks-of.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import { observed } from "#lib/gate/contract/observer.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { messageById, messageOf, saveMessage } from "#lib/store/chats/messages.ts";
import { onBehalfOf } from "#lib/store/engine/fair-turns.ts";
import { noMessage, runById, RunLost } from "#lib/store/runs/runs.ts";
import type { ChatOrigin, RunRow } from "#lib/store/schema/schema.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";
import { onceAMinute } from "#lib/untrusted/once-a-minute.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { AnswerStream } from "#lib/agent/stream/answer-stream.ts";
import { settleAbandonedCalls } from "./close-run.ts";
import { afterFailure, closeFailed } from "./give-up.ts";
import { hotRun, RunReleased } from "#lib/agent/hot/hot-run.ts";
import type { HotRun } from "#lib/agent/hot/agent.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";
import { delegating } from "#lib/agent/step/delegating.ts";
import { type Answering, endRunWith, runAnswer, withNotice } from "#lib/agent/step/run-answer.ts";
import { settleCalls } from "#lib/agent/step/settle-calls.ts";
import { ToolCallIds } from "#lib/agent/step/tool-call-ids.ts";
import { writeEnding } from "#lib/agent/stream/write-ending.ts";

/** Stands for the answer of a run that writes none. */
export const withoutMessage: ChatMessage = { id: noMessage, role: "assistant", parts: [] };

export type RunStart = {
  row: RunRow;
  /** Where the run's chat comes from. */
  origin: ChatOrigin;
  /** What is switched off in it. */
  off: ReadonlySet<string>;
  /** What the model answers; null in a run without messages, which only has calls. */
  asked: Pick<Answering, "instructions" | "history" | "earlier"> | null;
  message: ChatMessage;
  stream?: AnswerStream;
};

/**
 * Starts the work on a claimed run in this process. The work goes on whether or not somebody watches, and on behalf of
 * its person, also where somebody else's answer or the app itself starts it.
 */
export function startRun(agent: Agent, start: RunStart): HotRun {
  return onBehalfOf(start.row.person_id, () => begin(agent, start));
}

function begin(agent: Agent, { row, origin, off, asked, message, stream }: RunStart): HotRun {
  const hot = hotRun(agent, { row, origin, off }, stream ?? new AnswerStream(chunksOf(message)), message);
  agent.hot.set(row.id, hot);
  const span = { what: "run", runId: row.id, chatId: row.chat_id, name: row.model } as const;
  hot.done = observed(agent.gate.observer, span, () =>
    asked === null ? runCalls(agent, hot) : runAnswer(agent, { hot, ...asked }),
  )
    .catch((error: unknown) => afterInterruption(agent, hot, error))
    .catch((error: unknown) => agent.gate.log.error("run.not-closed", { runId: row.id, error }))
    .finally(() => {
      agent.hot.delete(row.id);
      if (hot.signal.reason instanceof RunReleased) return leaveStream(agent, hot);
      hot.stream.end();
      // A queue waits for an answer. A new message that ended it starts before the queue.
      const wasAwaited = asked !== null && (hot.stoppedBy === null || leavesQueue(hot.stoppedBy));
      if (wasAwaited) startQueued(agent, row.chat_id);
    });
  return hot;
}

/** A run that was let go may go on at any time: its watchers here go on watching. */
function leaveStream(agent: Agent, { row, stream }: HotRun): void {
  if (agent.closing) stream.end();
  else agent.cold.keep(row.id, stream);
}

/** Whether what is queued may start once a run has ended so; after the other ends somebody is about to send something. */
export function leavesQueue(endedBy: EndedBy): boolean {
  return endedBy === "stop" || endedBy === "key-ended";
}

export function startQueued(agent: Agent, chatId: string): void {
  if (agent.closing) return;
  agent.afterRun(chatId).catch((error: unknown) => agent.gate.log.error("queue.not-started", { chatId, error }));
}

/** Logged once a minute: a client can cause it at will, by disconnecting as its call begins (G16: full disks). */
const wasLost = onceAMinute(({ log, ...run }: { log: Log; runId: string; reason: string }, more) =>
  log.warn("run.lost", { ...run, more }),
);

/** A run that was stopped or lost leaves its last words; one that failed unexpectedly is closed with an apology. */
async function afterInterruption(agent: Agent, hot: HotRun, error: unknown): Promise<void> {
  const { log } = agent.gate;
  const { id } = hot.row;
  if (hot.signal.reason instanceof RunReleased) return;
  if (error instanceof RunLost) wasLost({ log, runId: id, reason: error.message });
  else if (!hot.signal.aborted) {
    log.error("run.failed", { runId: id, error });
    if (isStoreUnavailable(error)) return leaveToOthers(agent, hot);
    await closeFailed(agent, id);
  }
  await settleAbandonedCalls(agent, hot.row);
  const row = await runById(agent.gate.database, id);
  // Somebody else holds the run now and writes its message, or will.
  if (row && (row.fence !== hot.row.fence || row.ended_at === null)) return;
  const before = hot.latest;
  hot.latest = await presentRun(agent.gate.database, id, hot.latest);
  await saveFinal(agent, hot);
  writeEnding(hot.stream, hot.latest, before);
}

/**
 * Only a write or a read failed: the run goes on from its rows, here or elsewhere, when the store is back (G3: a store
 * that fails for a while).
 */
async function leaveToOthers(agent: Agent, hot: HotRun): Promise<void> {
  hot.abort(new RunReleased("The store was away."));
  await afterFailure(agent, hot.row);
}

/** Saves what this process alone knows of the answer, and keeps what was said when the run was ended, here or elsewhere. */
async function saveFinal(agent: Agent, hot: HotRun): Promise<void> {
  const { database, announce } = agent.gate;
  const { id: runId, chat_id: chatId, person_id: personId, message_id: messageId } = hot.row;
  const saved = await inTransaction(database, async (trx) => {
    const stored = await messageById(trx, chatId, messageId);
    const said = stored ? messageOf(stored).parts.flatMap(noticeIn) : [];
    const message = said.reduce(withNotice, hot.latest);
    await saveMessage(trx, chatId, message);
    return { message, version: await touchChat(database, trx, chatId) };
  }).catch((error: unknown) => {
    // The chat was deleted while its run ended: there is nothing to save to.
    agent.gate.log.warn("message.not-saved", { runId, error });
    return null;
  });
  if (!saved) return;
  hot.latest = saved.message;
  announce({ personId, chatId, version: saved.version });
}

/** Notices with an id belong to calls; the rows of those calls hold them. */
function noticeIn(part: ChatMessage["parts"][number]): Notice[] {
  return part.type === "data-notice" && part.id === undefined ? [part.data] : [];
}

/** Takes the calls of a run without messages to their ends, and ends the run. Rejects as `runAnswer` does. */
async function runCalls(agent: Agent, hot: HotRun): Promise<void> {
  await settleCalls(agent, hot, { parentId: null, delegating: delegating(agent, hot, new ToolCallIds([])) });
  // Usually it ended with the last of its calls.
  const row = await runById(agent.gate.database, hot.row.id);
  if (row?.ended_at === null) await endRunWith(agent, hot, "done", null);
}
