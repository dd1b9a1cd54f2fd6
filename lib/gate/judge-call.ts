import type { JsonObject } from "#lib/approvals/json.ts";
import { judge } from "#lib/policies/judge.ts";
import { deny, type Verdict } from "#lib/policies/verdict.ts";
import { isShadowed } from "#lib/store/chats.ts";
import type { ToolCallRow } from "#lib/store/schema.ts";
import type { Gate } from "./gate.ts";
import type { Tool } from "./tool.ts";

/** The tool as it is offered now; a definition that changed since the call was proposed is another tool (E1). */
export function offeredTool(
  gate: Gate,
  call: ToolCallRow,
): { tool: Tool } | { missing: "tool-unavailable" | "definition-changed" } {
  const tool = gate.catalogue.offered().get(call.wire_name);
  if (!tool) return { missing: "tool-unavailable" };
  return tool.fingerprint === call.fingerprint ? { tool } : { missing: "definition-changed" };
}

/** What the policies say of a call right now. A policy that fails asks, and is told to the log (S3.4). */
export async function judgeCall(gate: Gate, call: ToolCallRow, tool: Tool, args: JsonObject): Promise<Verdict> {
  // Denying all is the strictest there is, so nothing else needs to be looked at (S1.7, S1.12).
  if (await isShadowed(gate.database, call)) return shadowed;
  return judge(
    gate.policy,
    {
      server: { id: tool.server.id, trusted: tool.server.trusted },
      tool: { name: tool.name, flag: tool.flag, annotations: tool.annotations, risk: tool.risk },
      arguments: args,
      person: { id: call.person_id },
      chat: { id: call.chat_id },
    },
    (error) => gate.log.error("policy.failed", { callId: call.id, error }),
  );
}

const shadowed = deny({
  ruleId: "chat:shadow-mode",
  reason: "This chat is in shadow mode: its tool calls are shown, and nothing runs.",
});
