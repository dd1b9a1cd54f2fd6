import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { record } from "#lib/store/audit/record.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import type { RunRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { orphanedCallsToUnknown } from "#lib/store/calls/tool-calls.ts";
import type { StoredResult } from "#lib/gate/contract/stored-result.ts";

const problem = "Countersign stopped while the tool was running";

/** What the model is told of a call that nobody knows the end of. */
export const orphanResult: StoredResult = {
  v: 1,
  kind: "unknown",
  text: messageToModel({ kind: "unknown", problem }),
};

/** Calls that an older claim of a held run left running become unknown (I8), but for those that are to be repeated. */
export async function abandonOrphans(
  database: Database,
  trx: Trx,
  run: Pick<RunRow, "id" | "person_id" | "chat_id" | "fence">,
  isRepeated: (call: ToolCallRow) => boolean,
): Promise<void> {
  const result = JSON.stringify(orphanResult);
  for (const call of await orphanedCallsToUnknown(
    database,
    trx,
    { runId: run.id, fence: run.fence },
    isRepeated,
    result,
  )) {
    const scope = { personId: run.person_id, chatId: run.chat_id, runId: run.id, callId: call.id };
    await record(database, trx, scope, { kind: "call-unknown", reason: problem });
  }
}
