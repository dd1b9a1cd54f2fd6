import type { Notice } from "#lib/approvals/notice.ts";
import type { ChatMessage, RunState } from "#lib/chat/chat-message.ts";
import { serversSettled } from "#lib/gate/contract/servers-settled.ts";
import { describeFinish } from "#lib/models/model-error.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inLooseTransaction, inTransaction } from "#lib/store/engine/database.ts";
import { saveMessage } from "#lib/store/chats/messages.ts";
import { endRun, holdRun } from "#lib/store/runs/runs.ts";
import { insertToolCalls, type NewToolCall } from "#lib/store/calls/insert-tool-calls.ts";
import { toolCallIdsOf } from "#lib/store/calls/tool-calls.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { fold, withoutUnfinished } from "#lib/agent/stream/fold.ts";
import { mayGoOn } from "#lib/agent/hot/hot-run.ts";
import type { HotRun } from "#lib/agent/hot/agent.ts";
import { contextNotice } from "./context-notice.ts";
import { modelStep } from "./model-step.ts";
import { noOffer, offerTools, userOf } from "./offer-tools.ts";
import { tokensUsedUp } from "#lib/agent/hot/person-limits.ts";
import { presentRun, withoutWorkers } from "#lib/agent/stream/present-message.ts";
import { proposalsOf, toolParts } from "#lib/agent/stream/proposals.ts";
import { delegating } from "./delegating.ts";
import { settleCalls } from "./settle-calls.ts";
import { ToolCallIds } from "./tool-call-ids.ts";

export type Answering = {
  hot: HotRun;
  instructions: string;
  /** The chat before this answer, ending with the person's message. */
  history: ChatMessage[];
  /** How many messages come before these in the chat; the model is not told them. */
  earlier: number;
};

/**
 * Answers one message: the calls of the last step are settled, then the model goes on, until it stops, a budget is
 * used up or something fails. After each step all it needs stands in the rows, so a run that died goes on right here.
 * Rejects with `RunLost` or the abort's reason when the run was stopped or taken over.
 */
export async function runAnswer(agent: Agent, { hot, instructions, history, earlier }: Answering): Promise<void> {
  let rounds = hot.row.rounds;
  const called = [...history, hot.latest].flatMap(toolParts).map(({ toolCallId }) => toolCallId);
  const unread = earlier > 0 ? await toolCallIdsOf(agent.gate.database, hot.row.chat_id) : [];
  const ids = new ToolCallIds([...called, ...unread]);
  for (;;) {
    // A run begins without calls, so the first step does not look for any.
    if (rounds > 0) {
      await settleCalls(agent, hot, { parentId: null, delegating: delegating(agent, hot, ids) });
      hot.latest = await presentRun(agent.gate.database, hot.row.id, hot.latest);
    }
    await mayGoOn(agent, hot);
    if (hot.latest.parts.length > 0) hot.stream.write({ type: "finish-step" });
    if (rounds >= agent.limits.hardRounds) {
      agent.gate.observer?.loop("hard-stop");
      return endRunWith(agent, hot, "done", roundsUsedUp(rounds));
    }
    rounds += 1;
    if (rounds === agent.limits.softRounds + 1) agent.gate.observer?.loop("wrap-up");
    ids.nextStep();
    const before = hot.latest;
    // Waits only right after the start of the app: a model that sees no tools yet would say so.
    await serversSettled(agent.gate, hot.signal);
    const conclude = rounds > agent.limits.softRounds;
    const { tools, hidden } = conclude ? noOffer : await offerTools(agent, { ...userOf(hot), agents: [] });
    const outcome = await modelStep(agent, {
      run: hot.row,
      modelKey: hot.row.model,
      instructions,
      history: [...history, before].map(withoutWorkers),
      earlier,
      tools,
      hidden,
      conclude,
      ids,
      signal: hot.signal,
      write: (chunk) => hot.stream.write(chunk),
      pauses: (resumesAt) => hot.stream.writeState(working(hot.row.id, resumesAt)),
    });
    if (outcome.spentUp !== null) {
      agent.gate.observer?.loop("model-spend");
      return endRunWith(agent, hot, "done", tokensUsedUp(outcome.spentUp.leftMs, agent.limits.ofPerson));
    }
    const note = contextNotice(outcome, [...history, before]);
    if (note !== null) hot.stream.write({ type: "data-notice", data: note });
    const known = new Set(toolParts(before).map(({ toolCallId }) => toolCallId));
    const said = fold(before, outcome.chunks);
    const stepped = note === null ? said : withNotice(said, note);
    if (hot.signal.aborted || outcome.error !== null) {
      hot.latest = withoutUnfinished(stepped, known);
      hot.signal.throwIfAborted();
      return endRunWith(agent, hot, "failed", { kind: "error", ...agent.models.describeError(outcome.error) });
    }
    const { message, proposals } = proposalsOf({ run: hot.row, step: rounds, tools, known }, stepped, (chunk) =>
      hot.stream.write(chunk),
    );
    hot.latest = message;
    if (!outcome.calls) {
      hot.latest = withoutUnfinished(message, known);
      const finish = describeFinish(outcome.finishReason);
      return endRunWith(agent, hot, "done", finish === null ? null : { kind: "error", ...finish });
    }
    await commitStep(agent, hot, rounds, proposals);
  }
}

function working(runId: string, resumesAt: number | null): RunState {
  return { runId, status: "running", ...(resumesAt === null ? {} : { resumesAt }) };
}

/**
 * Message, proposals and round count commit together: from here on a crash repeats nothing of this step. It does not wait
 * for the disk: a proposal is judged by a later commit, which is on the disk, and then so is this one.
 */
async function commitStep(agent: Agent, hot: HotRun, rounds: number, proposals: NewToolCall[]): Promise<void> {
  const { database } = agent.gate;
  await inLooseTransaction(database, async (trx) => {
    await holdRun(database, trx, { runId: hot.row.id, fence: hot.row.fence }, { rounds });
    await saveMessage(trx, hot.row.chat_id, hot.latest);
    await insertToolCalls(database, trx, proposals);
    await touchChat(database, trx, hot.row.chat_id);
  });
}

function roundsUsedUp(rounds: number): Notice {
  const text = `This answer ended after ${rounds} rounds of tool calls, the most one answer may take. Send a message to go on.`;
  return { kind: "budget", text, retry: false };
}

/** Ends the run in one transaction with its final message, and its stream after that. */
export async function endRunWith(
  agent: Agent,
  hot: HotRun,
  status: "done" | "failed",
  notice: Notice | null,
): Promise<void> {
  const { database, announce } = agent.gate;
  const { id, chat_id: chatId, person_id: personId, fence } = hot.row;
  if (notice) hot.latest = withNotice(hot.latest, notice);
  const version = await inTransaction(database, async (trx) => {
    await holdRun(database, trx, { runId: id, fence });
    await saveMessage(trx, chatId, hot.latest);
    await endRun(database, trx, id, status);
    return touchChat(database, trx, chatId);
  });
  if (notice) hot.stream.write({ type: "data-notice", data: notice });
  hot.stream.write({ type: "finish-step" });
  hot.stream.write({ type: "finish" });
  hot.stream.end();
  announce({ personId, chatId, version });
}

/** Adds the notice at the end of the message, once. */
export function withNotice(message: ChatMessage, notice: Notice): ChatMessage {
  if (message.parts.some((part) => part.type === "data-notice" && part.data.text === notice.text)) return message;
  return { ...message, parts: [...message.parts, { type: "data-notice", data: notice }] };
}
