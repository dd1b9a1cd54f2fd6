import type { Unanswered } from "#lib/approvals/decision.ts";
import type { Notice } from "#lib/approvals/notice.ts";
import { chunksOf } from "#lib/chat/chunks-of.ts";
import { claim } from "#lib/gate/run/claim.ts";
import { messageById, messageOf, newestOf, readHistory } from "#lib/store/chats/messages.ts";
import { noMessage } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import { toolNamesIn } from "#lib/store/schema/tool-names.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { AnswerStream } from "#lib/agent/stream/answer-stream.ts";
import { endCold } from "#lib/agent/follow/end-cold.ts";
import { closeRun, type WithCards } from "./close-run.ts";
import { afterFailure, endIfLostTooOften } from "./give-up.ts";
import { RunStopped } from "#lib/agent/hot/hot-run.ts";
import { presentRun } from "#lib/agent/stream/present-message.ts";
import { leavesQueue, startQueued, startRun, withoutMessage, type RunStart } from "./start-run.ts";

/**
 * Ends a live run; false when there was nothing to end: it had ended, or a new message found it working again.
 * Resolves when its final message is stored, or, where another process works on the run, when its rows say that it ended.
 * Throws `CardsWait`, with nothing changed, when a person is asked something and that may not be cancelled.
 */
export async function stopRun(
  agent: Agent,
  runId: string,
  endedBy: Unanswered,
  withCards: WithCards = {},
): Promise<boolean> {
  const notice = stopNotice(endedBy);
  const closed = await closeRun(agent, runId, { status: "stopped", endedBy, notice, ...withCards });
  if (closed && endedBy === "stop") agent.gate.observer?.loop("cancelled");
  if (!closed && endedBy === "new-message") return false;
  const wasHere = await letGo(agent, runId, endedBy);
  if (!wasHere && closed && leavesQueue(endedBy)) startQueued(agent, closed.chat_id);
  return closed !== undefined;
}

/** What is said where nothing else in the chat says why a run ended. */
function stopNotice(endedBy: Unanswered): Notice | null {
  if (endedBy === "key-ended") return { kind: "stopped", text: keyEnded, retry: true };
  return endedBy === "stop" ? { kind: "stopped", text: "You stopped this answer.", retry: true } : null;
}

const keyEnded = "The key of the program that asked this has ended, and this answer with it.";

/** Ends what this process does for a run whose rows say that it ended; false when that was nothing. */
export async function letGo(agent: Agent, runId: string, endedBy: Unanswered): Promise<boolean> {
  // A run that is being taken over right now is in memory afterwards, or it saw that it has ended.
  await Promise.allSettled([agent.continuing.get(runId)]);
  const hot = agent.hot.get(runId);
  if (hot) {
    hot.stoppedBy = endedBy;
    hot.abort(new RunStopped(`The run was ended: ${endedBy}.`));
    await hot.done;
  }
  if (agent.cold.isWatched(runId)) await endCold(agent, runId);
  return hot !== undefined;
}

/**
 * Goes on with a live run that nobody holds: claims it under a new fence, calls what an older fence left running
 * unknown, and answers on from the rows. Does nothing for a run that somebody holds, waits only for people, or has ended.
 */
export function continueRun(agent: Agent, runId: string): Promise<void> {
  const { hot, continuing } = agent;
  const already = continuing.get(runId);
  // The takeover under way may have read before the answer that brings us here: look again after it.
  if (already) return already.catch(() => {}).then(() => continueRun(agent, runId));
  if (hot.has(runId)) return Promise.resolve();
  return whileContinuing(agent, runId, () => takeOver(agent, runId));
}

/** For the gate, which tells nobody: a failure to go on is logged, and a sweep finds the run again. */
export function resumeRun(agent: Agent, runId: string): Promise<void> {
  const { log } = agent.gate;
  return continueRun(agent, runId).catch((error: unknown) => log.error("run.not-continued", { runId, error }));
}

/** Keeps everybody else in this process from taking the run over, or letting it go, at the same time. */
export function whileContinuing(agent: Agent, runId: string, work: () => Promise<void>): Promise<void> {
  const done = work().finally(() => agent.continuing.delete(runId));
  agent.continuing.set(runId, done);
  return done;
}

/** For the holder of the run's place in `continuing`. */
export async function takeOver(agent: Agent, runId: string): Promise<void> {
  if (agent.closing || !agent.failing.mayTry(runId)) return;
  const claimed = await claim(agent.gate, runId);
  if (!claimed) return;
  const { row, onlyWaits } = claimed;
  if (onlyWaits && !agent.cold.isWatched(runId)) return;
  try {
    if (!onlyWaits && (await endIfLostTooOften(agent, row))) return;
    const read = await readRun(agent, row);
    if (onlyWaits) return agent.cold.refresh(runId, read.message);
    const stream = agent.cold.take(runId) ?? new AnswerStream(chunksOf(read.message));
    startRun(agent, { row, ...read, stream });
    agent.failing.forget(runId);
  } catch (error) {
    if (!onlyWaits) await afterFailure(agent, row);
    throw error;
  }
}

/** All that a run goes on from. */
async function readRun({ gate: { database } }: Agent, row: RunRow): Promise<Omit<RunStart, "row" | "stream">> {
  const history = await readHistory(database, row.chat_id);
  if (!history) throw new Error(`Run ${row.id} has lost its chat.`);
  const { origin } = history.chat;
  const off = new Set(toolNamesIn(history.chat.tools_off_json));
  if (row.message_id === noMessage) return { origin, off, asked: null, message: withoutMessage };
  const index = history.lines.findIndex(({ id }) => id === row.message_id);
  const { messages, earlier } = await newestOf(database, row.chat_id, history.lines.slice(0, Math.max(0, index)));
  const stored = await messageById(database.db, row.chat_id, row.message_id);
  if (!stored) throw new Error(`Run ${row.id} has lost its message.`);
  const message = await presentRun(database, row.id, messageOf(stored));
  const { instructions } = history.chat;
  return { origin, off, asked: { instructions, history: messages.map(messageOf), earlier }, message };
}

/** For jobs: rejects when the run cannot go on in this process now, so that another process is asked. */
export async function goOnWithRun(agent: Agent, runId: string): Promise<void> {
  if (agent.closing || !agent.failing.mayTry(runId)) throw new Error(`Run ${runId} cannot go on in this process now.`);
  await continueRun(agent, runId);
}
