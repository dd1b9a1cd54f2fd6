import type { Gate } from "#lib/gate/contract/gate.ts";
import { insertToolCalls, type NewToolCall } from "#lib/store/calls/tool-calls.ts";
import { insertRun, noMessage } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { Trx } from "#lib/store/schema/trx.ts";

/** A call as `proposeCall` makes it, before it has its place in a run. */
export type Proposed = Omit<NewToolCall, "step" | "position">;

type Calls = {
  personId: string;
  chatId: string;
  propose: (run: RunRow) => Proposed[];
};

/** Stores calls that no model proposed, with a run for them that has no messages. This process holds the run. */
export async function proposeCalls(
  { database, newId, processId }: Gate,
  trx: Trx,
  { personId, chatId, propose }: Calls,
): Promise<{ run: RunRow; calls: Proposed[] }> {
  const none = { user_message_id: noMessage, message_id: noMessage, model: "" };
  const of = { id: newId(), chat_id: chatId, person_id: personId, owner: processId };
  const run = await insertRun(database, trx, { ...of, ...none });
  const calls = propose(run).map((call, position) => ({ ...call, step: 1, position }));
  await insertToolCalls(database, trx, calls);
  return { run, calls };
}
