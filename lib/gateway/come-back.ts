import type { CallToolResult } from "@modelcontextprotocol/server";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gateway } from "./gateway.ts";
import { noResult } from "./tool-answer.ts";

/** The answer to a client whose time limit passes before its call ends. */
export async function comeBack({ agent, cardUrl }: Gateway, { id }: Pick<ToolCallRow, "id">): Promise<CallToolResult> {
  const approvals = await approvalsOfCall(agent.gate.database, id).catch((error: unknown) => {
    if (!isStoreUnavailable(error)) throw error;
    return [];
  });
  const open = approvals.find(({ status }) => status === "pending");
  const why =
    open === undefined
      ? "This call has not ended yet."
      : `This call waits for approval ${id}. A person answers it at ${cardUrl(open.id)}.`;
  const how = `Call approval_result with {"id": ${JSON.stringify(id)}} to wait for its result. Do not make the call again.`;
  return noResult(`${why} ${how}`, "waiting");
}
