import { messageToModel } from "#lib/approvals/messages-to-model.ts";
import type { ToolCallRow } from "#lib/store/schema.ts";
import { declinedCallsOfRun } from "#lib/store/tool-calls.ts";
import type { Gate, RunContext } from "./gate.ts";

/** How often a person may decline one tool in a run before the run stops asking about it. */
const mostDeclinesPerTool = 2;

/**
 * Why a call is refused without asking, as text for the model; null when the person is to be asked. A call declined
 * once is not asked about again in the same run, nor is a tool declined twice (S0.23, row 20, C13).
 */
export async function refusalBeforeAsking(gate: Gate, run: RunContext, call: ToolCallRow): Promise<string | null> {
  const declined = await declinedCallsOfRun(gate.database, run.runId);
  const sameCall = declined.some(({ digest }) => digest === call.digest);
  const sameTool = declined.filter(({ wire_name }) => wire_name === call.wire_name);
  const refused = sameCall || sameTool.length >= mostDeclinesPerTool;
  return refused ? messageToModel({ kind: "already-declined" }) : null;
}
