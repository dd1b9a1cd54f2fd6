import { agentsOf } from "#lib/approvals/agents-of.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { ToolCatalogue } from "#lib/gate/contract/tool.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";

/** A call that no message holds, as the part of one. Its rows say the rest. */
export function partOfCall(catalogue: Pick<ToolCatalogue, "tools">, call: ToolCallRow): ChatMessage["parts"][number] {
  const tool = catalogue.tools().get(call.wire_name);
  const agents = agentsOf(call);
  const toolMetadata = {
    serverId: call.server_id,
    serverTitle: tool?.server.title ?? call.server_id,
    toolName: call.tool_name,
    ...(agents.length === 0 ? {} : { agents }),
  };
  const of = { toolCallId: call.tool_call_id, toolName: call.wire_name, toolMetadata };
  return { type: "dynamic-tool", ...of, state: "input-available", input: null };
}
