import type { Agent } from "#lib/agent/hot/agent.ts";
import { insertToolCalls, type NewToolCall } from "#lib/store/calls/tool-calls.ts";
import { touchChat } from "#lib/store/chats/chats.ts";
import { inLooseTransaction } from "#lib/store/engine/database.ts";
import { insertRun, noMessage } from "#lib/store/runs/runs.ts";
import type { ChatOrigin, RunRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { startRun, withoutMessage } from "./start-run.ts";

type Proposed = Omit<NewToolCall, "step" | "position">;
type Calls = {
  personId: string;
  /** Of the chat of the calls. */
  origin: Exclude<ChatOrigin, "chat">;
  /** The chat of the calls; one that is new is stored in the same commit. */
  chatIn: (trx: Trx) => Promise<string>;
  propose: (run: Pick<RunRow, "id" | "chat_id" | "person_id">) => Proposed[];
  /** Stored in the same commit. */
  beside: (trx: Trx, calls: Proposed[]) => Promise<void>;
};

/** Starts a run without messages for calls that no model proposed, and resolves to them. The run needs nobody who waits. */
export async function startCalls(
  agent: Agent,
  { personId, origin, chatIn, propose, beside }: Calls,
): Promise<Proposed[]> {
  const { database, newId, processId, announce } = agent.gate;
  // No wait for the disk: a call is judged by a later commit, which is on the disk, and then so is this one.
  const { row, calls, version } = await inLooseTransaction(database, async (trx) => {
    const chatId = await chatIn(trx);
    const none = { user_message_id: noMessage, message_id: noMessage, model: "" };
    const run = { id: newId(), chat_id: chatId, person_id: personId, ...none, owner: processId };
    const row = await insertRun(database, trx, run);
    const calls = propose(row).map((call, position) => ({ ...call, step: 1, position }));
    await insertToolCalls(database, trx, calls);
    await beside(trx, calls);
    return { row, calls, version: await touchChat(database, trx, chatId) };
  });
  announce({ personId, chatId: row.chat_id, version });
  startRun(agent, { row, origin, off: new Set(), asked: null, message: withoutMessage });
  return calls;
}
