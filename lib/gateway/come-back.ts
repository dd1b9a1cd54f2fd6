import type { CallToolResult } from "@modelcontextprotocol/server";
import { approvalsOfCall } from "#lib/store/approvals/approvals.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gateway } from "./gateway.ts";
import { noResult } from "./tool-answer.ts";

/** What a client is told whose time is over before its call is. */
export async function comeBack({ agent, cardUrl }: Gateway, { id }: ToolCallRow): Promise<CallToolResult> {
  const open = (await approvalsOfCall(agent.gate.database, id)).find(({ status }) => status === "pending");
  const why =
    open === undefined
      ? "This call has not ended yet."
      : `This call waits for approval ${id}. A person answers it at ${cardUrl(open.id)}.`;
  const how = `Call approval_result with {"id": ${JSON.stringify(id)}} to wait for its result. Do not make the call again.`;
  return noResult(`${why} ${how}`, "waiting");
}
