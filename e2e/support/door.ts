import type { Asker } from "#lib/gate/contract/asker.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { parseStoredResult, resultText } from "#lib/gate/contract/stored-result.ts";
import { proposeCalls, type WantedCall } from "#lib/gate/run/propose-calls.ts";
import { runTools } from "#lib/gate/run/run-tools.ts";
import { toolCallsOfRun } from "#lib/store/calls/tool-calls.ts";
import { insertChat } from "#lib/store/chats/chats.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import { endRun, holdRun } from "#lib/store/runs/runs.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";

const origin = "gateway";

/** Proposes calls of a person's client: a run in a session, with neither messages nor a model. */
export function proposeAt(gate: Gate, personId: string, wanted: WantedCall[]): Promise<RunRow> {
  return inTransaction(gate.database, async (trx) => {
    const chatId = gate.newId();
    await insertChat(gate.database, trx, { id: chatId, person_id: personId, title: "Session", origin });
    return (await proposeCalls(gate, trx, { personId, origin, chatId, wanted })).run;
  });
}

/** A door: no chat, no stream, no browser. Takes the calls of a run to their ends, and says what came of each. */
export async function throughDoor(gate: Gate, run: RunRow, asker: Asker, signal: AbortSignal): Promise<string[]> {
  await runTools(gate, run, { signal, abandonAfterMs: 5_000, each: (_, take) => take({ origin, asker }) });
  await inTransaction(gate.database, async (trx) => {
    await holdRun(gate.database, trx, { runId: run.id, fence: run.fence });
    await endRun(gate.database, trx, run.id, "done");
  });
  const ended = await toolCallsOfRun(gate.database, run.id);
  return ended.map(({ result_json }) => resultText(parseStoredResult(result_json!)));
}
