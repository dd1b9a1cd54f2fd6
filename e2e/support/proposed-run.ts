import { randomUUID } from "node:crypto";
import { proposalsOf } from "#lib/agent/stream/proposals.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { insertMessage } from "#lib/store/chats/messages.ts";
import { insertRun } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import { insertToolCalls } from "#lib/store/calls/insert-tool-calls.ts";
import type { GateWorld } from "./gate-world.ts";

export type ProposedRun = { row: RunRow; history: ChatMessage[]; message: ChatMessage; callIds: string[] };

const question: ChatMessage = { id: "q", role: "user", parts: [{ type: "text", text: "go" }] };

/** A run whose one model step is over and proposed a call of each of these tools, as the agent leaves it. */
export async function proposedRun({ store, person, process }: GateWorld, toolNames: string[]): Promise<ProposedRun> {
  const parts = toolNames.map((toolName, call) => ({
    type: "dynamic-tool" as const,
    toolName,
    toolCallId: `c${call}`,
    state: "input-available" as const,
    input: { call },
  }));
  const message: ChatMessage = { id: "a", role: "assistant", parts: [{ type: "step-start" }, ...parts] };
  return inTransaction(store, async (trx) => {
    const chatId = randomUUID();
    await insertChat(store, trx, { id: chatId, person_id: person.id, title: "Play" });
    const inserted = await insertRun(store, trx, {
      id: randomUUID(),
      chat_id: chatId,
      person_id: person.id,
      user_message_id: question.id,
      message_id: message.id,
      model: "told",
      owner: process.gate.processId,
    });
    const row = { ...inserted, rounds: 1 };
    await trx.updateTable("runs").set({ rounds: 1 }).where("id", "=", row.id).execute();
    await insertMessage(store, trx, { chatId, runId: null, seq: 1 }, question);
    await insertMessage(store, trx, { chatId, runId: row.id, seq: 2 }, message);
    const step = { run: row, step: 1, tools: process.gate.catalogue.tools(), known: new Set<string>() };
    const { proposals } = proposalsOf(step, message, (chunk) => {
      throw new Error(JSON.stringify(chunk));
    });
    await insertToolCalls(store, trx, proposals);
    return { row, history: [question], message, callIds: proposals.map(({ id }) => id) };
  });
}
