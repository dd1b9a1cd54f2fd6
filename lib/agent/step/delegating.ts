import type { JsonObject } from "#lib/untrusted/json.ts";
import type { ChatChunk, ChatMessage } from "#lib/chat/chat-message.ts";
import { agentsOf } from "#lib/approvals/agents-of.ts";
import type { RunContext } from "#lib/gate/contract/gate.ts";
import { textResult } from "#lib/gate/contract/tool.ts";
import type { ToolResult } from "#lib/gate/contract/tool.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { delegationOf, saveDelegation } from "#lib/store/calls/delegations.ts";
import { messageShape } from "#lib/store/chats/messages.ts";
import { holdRun } from "#lib/store/runs/runs.ts";
import type { DelegationRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { insertToolCalls, type NewToolCall } from "#lib/store/calls/insert-tool-calls.ts";
import type { WhileWaiting } from "#lib/agent/hot/activity.ts";
import type { Agent } from "#lib/agent/hot/agent.ts";
import { fold } from "#lib/agent/stream/fold.ts";
import { mayGoOn } from "#lib/agent/hot/hot-run.ts";
import type { HotRun } from "#lib/agent/hot/agent.ts";
import { modelStep } from "./model-step.ts";
import { noOffer, offerTools, userOf } from "./offer-tools.ts";
import { tokensUsedUp } from "#lib/agent/hot/person-limits.ts";
import { presentWork } from "#lib/agent/stream/present-message.ts";
import { proposalsOf, toolParts } from "#lib/agent/stream/proposals.ts";
import { settleCalls } from "./settle-calls.ts";
import { ToolCallIds } from "./tool-call-ids.ts";

type Work = {
  call: ToolCallRow;
  name: string;
  args: JsonObject;
  /** Tool call ids of this chat so far. */
  ids: ToolCallIds;
  whileWaiting: WhileWaiting;
};

/** How the calls of a run that give work to an agent have it done. */
export function delegating(agent: Agent, hot: HotRun, ids: ToolCallIds) {
  return (whileWaiting: WhileWaiting): RunContext["delegate"] =>
    (call, name, args) =>
      runWorker(agent, hot, { call, name, args, ids, whileWaiting });
}

/**
 * Has an agent do the work that a call gives it, and resolves to the result. After every step the store holds what the
 * agent has said, as with an answer: a process that takes the run over goes on right there. Rejects as `runAnswer`
 * does.
 */
async function runWorker(agent: Agent, hot: HotRun, work: Work): Promise<ToolResult> {
  const { call, name, args } = work;
  const { database } = agent.gate;
  const worker = agent.workers.get(name);
  if (!worker) return textResult(`There is no agent "${name}" any more. Nothing was done.`, true);
  const path = [...agentsOf(call), name];
  const ids = new ToolCallIds(work.ids);
  const text = typeof args["task"] === "string" ? args["task"] : "";
  const task: ChatMessage = { id: `${call.id}.task`, role: "user", parts: [{ type: "text", text }] };
  const stored = await delegationOf(database, call.id);
  const settle = () => settleCalls(agent, hot, { parentId: call.id, delegating: delegating(agent, hot, work.ids) });
  let row = stored ?? begun(call, name);
  for (;;) {
    if (row.answer_json !== null) return JSON.parse(row.answer_json) as ToolResult;
    if (row.rounds > 0) await work.whileWaiting(() => settle());
    await mayGoOn(agent, hot);
    if (row.rounds >= agent.limits.hardRounds) {
      agent.gate.observer?.loop("hard-stop");
      row = {
        ...row,
        answer_json: JSON.stringify(textResult(`The agent "${name}" used all its rounds of calls.`, true)),
      };
      await save(agent, hot, row, []);
      continue;
    }
    const before = await presentWork(database, hot.row.id, call.id, workerMessage(row));
    const conclude = row.rounds + 1 > agent.limits.softRounds;
    const modelKey = worker.model ?? hot.row.model;
    const { tools, hidden } = conclude ? noOffer : await offerTools(agent, { ...userOf(hot), agents: path, modelKey });
    ids.nextStep();
    const outcome = await modelStep(agent, {
      run: hot.row,
      modelKey,
      instructions: worker.instructions,
      history: [task, before],
      tools,
      hidden,
      conclude,
      ids,
      signal: hot.signal,
      // Its calls are shown in the chat; its text is for the agent that gave the work.
      write: (chunk) => chunk.type === "tool-input-available" && hot.stream.write(withPath(chunk, path)),
    });
    hot.signal.throwIfAborted();
    if (outcome.spentUp !== null) {
      const { text } = tokensUsedUp(outcome.spentUp.leftMs, agent.limits.ofPerson);
      return textResult(`The agent "${name}" could not finish: ${text}`, true);
    }
    if (outcome.error !== null) {
      const { text } = agent.models.describeError(outcome.error);
      return textResult(`The agent "${name}" could not finish: ${text}`, true);
    }
    const chunks = outcome.chunks.map((chunk) => withPath(chunk, path));
    const known = new Set(toolParts(before).map(({ toolCallId }) => toolCallId));
    const step = row.rounds + 1;
    const { message, proposals } = proposalsOf({ run: hot.row, step, tools, known }, fold(before, chunks), (chunk) =>
      hot.stream.write(chunk),
    );
    const answer = outcome.calls ? null : textResult(textOf(message), false);
    row = {
      ...row,
      rounds: step,
      parts_json: JSON.stringify(message.parts),
      answer_json: answer === null ? null : JSON.stringify(answer),
    };
    const below = { agents_json: JSON.stringify(path), parent_id: call.id };
    await save(
      agent,
      hot,
      row,
      proposals.map((proposal) => ({ ...proposal, ...below })),
    );
  }
}

function begun(call: ToolCallRow, agent: string): DelegationRow {
  const nothing = { rounds: 0, shape: messageShape, parts_json: "[]", answer_json: null };
  return { call_id: call.id, run_id: call.run_id, agent, ...nothing };
}

/** Throws on the shape of a later release, instead of guessing at it. */
export function workerMessage({ call_id, shape, parts_json }: DelegationRow): ChatMessage {
  if (shape !== messageShape) throw new Error(`The work of call ${call_id} was written by a later release.`);
  return { id: call_id, role: "assistant", parts: JSON.parse(parts_json) as ChatMessage["parts"] };
}

/** What it said, its calls and its round commit together: from here on a crash repeats nothing of this step. */
function save(agent: Agent, { row: run }: HotRun, row: DelegationRow, calls: NewToolCall[]): Promise<void> {
  const { database } = agent.gate;
  return inTransaction(database, async (trx) => {
    await holdRun(database, trx, { runId: run.id, fence: run.fence });
    await saveDelegation(trx, row);
    await insertToolCalls(database, trx, calls);
    await touchChat(database, trx, run.chat_id);
  });
}

function withPath(chunk: ChatChunk, agents: string[]): ChatChunk {
  return chunk.type === "tool-input-available" ? { ...chunk, toolMetadata: { ...chunk.toolMetadata, agents } } : chunk;
}

/** What the worker said last. */
function textOf({ parts }: ChatMessage): string {
  const last = parts.slice(parts.findLastIndex(({ type }) => type === "dynamic-tool") + 1);
  const text = last.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
  return text.trim() === "" ? "The agent ended without a word." : text;
}
