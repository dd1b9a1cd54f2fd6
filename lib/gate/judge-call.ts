import type { JsonObject } from "#lib/approvals/json.ts";
import { callerOf } from "#lib/policies/caller.ts";
import { judge } from "#lib/policies/judge.ts";
import { isShadowed } from "#lib/store/chats.ts";
import { deny, type CallToJudge, type Verdict } from "#lib/policies/verdict.ts";
import { personToJudge } from "#lib/store/person-to-judge.ts";
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
  const { server, name, flag, annotations, risk } = tool;
  // Written by the gate alone.
  const agents = JSON.parse(call.agents_json) as string[];
  const judged: CallToJudge = {
    server: { id: server.id, trusted: server.trusted },
    tool: { name, flag, annotations, risk },
    arguments: args,
    person: await personToJudge(gate.database, call.person_id),
    chat: { id: call.chat_id },
    caller: callerOf(agents),
    agents,
  };
  const report = (error: Error) => gate.log.error("policy.failed", { callId: call.id, error });
  // A standing grant that covers this call is looked up here and given to `judge` as `grant`.
  return judge(gate.policy, judged, { report });
}

const shadowed = deny({
  ruleId: "chat:shadow-mode",
  reason: "This chat is in shadow mode: its tool calls are shown, and nothing runs.",
});
