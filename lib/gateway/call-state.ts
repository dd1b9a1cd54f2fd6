import { isSettled } from "#lib/approvals/states.ts";
import { parseStoredResult, type StoredResult } from "#lib/gate/contract/stored-result.ts";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { toolCallById } from "#lib/store/calls/tool-calls.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { ApprovalRow, ToolCallRow } from "#lib/store/schema/schema.ts";

/** How a call stands: it works, waits for people, or has ended. */
export type CallState =
  | { kind: "works"; call: ToolCallRow }
  | { kind: "waits"; call: ToolCallRow; open: ApprovalRow[] }
  | { kind: "ended"; call: ToolCallRow; result: StoredResult };

export async function callState(database: Database, callId: string): Promise<CallState> {
  const call = await toolCallById(database, callId);
  if (isSettled(call.state)) {
    if (call.result_json === null) throw new Error(`Tool call ${callId} ended without a result.`);
    return { kind: "ended", call, result: parseStoredResult(call.result_json) };
  }
  if (call.state !== "waiting" && call.state !== "running") return { kind: "works", call };
  // A server of the older era asks while its call runs.
  const open = (await approvalsOfCall(database, callId)).filter(({ status }) => status === "pending");
  return open.length === 0 ? { kind: "works", call } : { kind: "waits", call, open };
}
