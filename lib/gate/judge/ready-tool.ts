import type { MessageToModel } from "#lib/approvals/messages-to-model.ts";
import { appServerOf } from "#lib/verdict/caller.ts";
import type { ToolCallRow } from "#lib/store/schema/schema.ts";
import type { Gate, RunContext } from "#lib/gate/contract/gate.ts";
import type { OfferedTo, Tool } from "#lib/gate/contract/tool.ts";

/** The tool as it is now, whoever asks; a definition that changed since the call was proposed is another tool (E1). */
export function sameTool(gate: Gate, call: Pick<ToolCallRow, "wire_name" | "fingerprint">): Tool | null {
  const tool = gate.catalogue.tools().get(call.wire_name);
  return tool?.fingerprint === call.fingerprint ? tool : null;
}

/** The same as it is on offer to whoever calls it, or why it is not. */
export function offeredTool(gate: Gate, call: ToolCallRow, to: OfferedTo): { tool: Tool } | { missing: MissingTool } {
  const { catalogue } = gate;
  const { tool_name: toolName, server_id: serverId, wire_name: wireName } = call;
  const ofApp = appServerOf(call.caller);
  // An app calls tools of its own server and no others.
  const isOwn = ofApp === null || ofApp === serverId;
  const tool = isOwn ? catalogue.offered(ofApp === null ? to : { ...to, origin: "app" }).get(wireName) : undefined;
  if (tool?.fingerprint === call.fingerprint) return { tool };
  const isThere = catalogue.tools().has(wireName) || catalogue.quarantined().has(wireName);
  return isThere && sameTool(gate, call) === null
    ? { missing: { kind: "definition-changed", toolName } }
    : { missing: { kind: "tool-unavailable", toolName, problem: catalogue.problemOf(serverId) } };
}

/**
 * The same once its server had its chance to come up after the start, and to say what it announced: a call is judged by
 * what its server says now. Rejects when the run was stopped meanwhile.
 */
export async function readyTool(
  gate: Gate,
  call: ToolCallRow,
  run: RunContext,
): Promise<ReturnType<typeof offeredTool>> {
  await gate.catalogue.ready(call.server_id, run.signal);
  run.signal.throwIfAborted();
  return offeredTool(gate, call, run);
}

/** Why a tool is not there, for the model. */
export type MissingTool = Extract<MessageToModel, { kind: "tool-unavailable" | "definition-changed" }>;
