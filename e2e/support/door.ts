import { randomUUID } from "node:crypto";
import type { Asker } from "#lib/gate/contract/asker.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { parseStoredResult, resultText } from "#lib/gate/contract/stored-result.ts";
import { proposeCall } from "#lib/gate/run/propose-call.ts";
import { runTool } from "#lib/gate/run/run-tool.ts";
import { isSettled } from "#lib/approvals/states.ts";
import { insertToolCalls, toolCallsOfRun } from "#lib/store/calls/tool-calls.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endRun, holdRun, insertRun, noMessage } from "#lib/store/runs/runs.ts";
import type { RunRow, ToolCallRow } from "#lib/store/schema/schema.ts";

const origin = "gateway";

type Wanted = { name: string; input: unknown };

/** Proposes calls of a person's client: a run in a session, with neither messages nor a model. */
export function proposeAt(gate: Gate, personId: string, wanted: Wanted[]): Promise<RunRow> {
  const { database, processId, catalogue } = gate;
  return inTransaction(database, async (trx) => {
    const [chat_id, id] = [randomUUID(), randomUUID()];
    await insertChat(database, trx, { id: chat_id, person_id: personId, title: "Session", origin });
    const none = { user_message_id: noMessage, message_id: noMessage, model: "" };
    const run = await insertRun(database, trx, { id, chat_id, person_id: personId, ...none, owner: processId });
    const calls = wanted.map(({ name, input }, position) => {
      const call = proposeCall(run, catalogue.offered({ personId, origin }).get(name), {
        toolCallId: `${position}`,
        wireName: name,
        input,
      });
      if ("problem" in call) throw new Error(call.problem);
      return { ...call, step: 1, position };
    });
    await insertToolCalls(database, trx, calls);
    return run;
  });
}

/** A door: no chat, no stream, no browser. Takes the calls of a run to their ends, and says what came of each. */
export async function throughDoor(gate: Gate, run: RunRow, asker: Asker, signal: AbortSignal): Promise<string[]> {
  const { id: runId, chat_id: chatId, person_id: personId, fence } = run;
  const context: RunContext = {
    runId,
    chatId,
    personId,
    origin,
    fence,
    signal,
    asker,
    tell: () => {},
    judged: () => {},
    mayStart: async () => signal.throwIfAborted(),
    whileWaiting: (wait) => wait(),
    delegate: () => Promise.reject(new Error("This door gives no work to agents.")),
    allJudged: Promise.resolve(),
  };
  const open = (await toolCallsOfRun(gate.database, runId)).filter(({ state }) => !isSettled(state));
  const ends = await Promise.allSettled(open.map(({ id }) => runTool(gate, context, id)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  await inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, { runId, fence });
    await endRun(gate.database, trx, runId, "done");
  });
  return (await toolCallsOfRun(gate.database, runId)).map(textOf);
}

function textOf({ id, result_json }: ToolCallRow): string {
  if (result_json === null) throw new Error(`Tool call ${id} has no end.`);
  return resultText(parseStoredResult(result_json));
}
