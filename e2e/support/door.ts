import { AllJudged } from "#lib/gate/contract/all-judged.ts";
import type { Asker } from "#lib/gate/contract/asker.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import { parseStoredResult, resultText } from "#lib/gate/contract/stored-result.ts";
import { proposeCall } from "#lib/gate/run/propose-call.ts";
import { proposeCalls } from "#lib/gate/run/propose-calls.ts";
import { runTool } from "#lib/gate/run/run-tool.ts";
import { toolCallsOfRun } from "#lib/store/calls/tool-calls.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endRun, holdRun } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";

const origin = "gateway";
const delegate = () => Promise.reject(new Error("This door gives no work to agents."));

type Wanted = { name: string; input: unknown };

/** Proposes calls of a person's client: a run in a session, with neither messages nor a model. */
export function proposeAt(gate: Gate, personId: string, wanted: Wanted[]): Promise<RunRow> {
  const offered = gate.catalogue.offered({ personId, origin });
  const propose = (run: RunRow) =>
    wanted.map(({ name: wireName, input }, index) => {
      const call = proposeCall(run, offered.get(wireName), { toolCallId: `${index}`, wireName, input });
      if ("problem" in call) throw new Error(call.problem);
      return call;
    });
  return inTransaction(gate.database, async (trx) => {
    const chatId = gate.newId();
    await insertChat(gate.database, trx, { id: chatId, person_id: personId, title: "Session", origin });
    return (await proposeCalls(gate, trx, { personId, chatId, propose })).run;
  });
}

/** A door: no chat, no stream, no browser. Takes the calls of a run to their ends, and says what came of each. */
export async function throughDoor(gate: Gate, run: RunRow, asker: Asker, signal: AbortSignal): Promise<string[]> {
  const { id: runId, chat_id: chatId, person_id: personId, fence } = run;
  const calls = await toolCallsOfRun(gate.database, runId);
  const judging = new AllJudged(calls.map(({ id }) => id));
  const context: RunContext = { runId, chatId, personId, origin, fence, signal, asker, judging, delegate };
  await Promise.all(calls.map(({ id }) => runTool(gate, context, id).finally(() => judging.judged(id))));
  await inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, { runId, fence });
    await endRun(gate.database, trx, runId, "done");
  });
  const ended = await toolCallsOfRun(gate.database, runId);
  return ended.map(({ result_json }) => resultText(parseStoredResult(result_json!)));
}
