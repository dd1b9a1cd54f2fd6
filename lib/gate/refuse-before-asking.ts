import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import { approvalsOfRun } from "#lib/store/approvals.ts";
import type { ToolCallRow } from "#lib/store/schema.ts";
import { toolCallsOfRun } from "#lib/store/tool-calls.ts";
import type { Gate, RunContext } from "./gate.ts";

/** How often a person may decline one tool in a run before the run stops asking about it. */
const mostDeclinesPerTool = 2;

/**
 * Why a call is refused without asking, as text for the model; null when the person is to be asked. A call declined
 * once is not asked about again in the same run, nor is a tool declined twice (S0.23, row 20, C13).
 */
export async function refusalBeforeAsking(gate: Gate, run: RunContext, call: ToolCallRow): Promise<string | null> {
  const [asked, calls] = await Promise.all([
    approvalsOfRun(gate.database, run.runId),
    toolCallsOfRun(gate.database, run.runId),
  ]);
  const digests = new Map(calls.map(({ id, digest }) => [id, digest]));
  const declined = asked.filter(({ status, kind }) => status === "declined" && kind === "tool-call");
  if (declined.some(({ call_id }) => digests.get(call_id) === call.digest)) {
    return messageToModel({ kind: "already-declined" });
  }
  const sameTool = new Set(calls.filter(({ wire_name }) => wire_name === call.wire_name).map(({ id }) => id));
  if (declined.filter(({ call_id }) => sameTool.has(call_id)).length >= mostDeclinesPerTool) {
    return messageToModel({ kind: "already-declined" });
  }
  return null;
}
