import type { CallToolResult } from "@modelcontextprotocol/server";
import type { StoredResult } from "#lib/gate/contract/stored-result.ts";
import type { WholeBlock } from "#lib/gate/contract/tool.ts";
import { handOver, keptBlocks } from "#lib/store/runs/gateway-calls.ts";
import type { Gateway } from "./gateway.ts";
import { noResult, toolAnswer } from "./tool-answer.ts";

/** The result of an ended call for its client, once. `again`: an earlier try of the same request may have taken it. */
export async function handedOver(
  { agent: { gate } }: Gateway,
  callId: string,
  result: StoredResult,
  again: boolean,
): Promise<CallToolResult> {
  const isAside = result.kind === "result" && result.aside === true;
  const kept = isAside ? await keptBlocks(gate.database, callId) : null;
  if (!(await handOver(gate.database, callId)) && !again) return noResult(already, "handed-over");
  return toolAnswer(result, kept === null ? [] : (JSON.parse(kept) as WholeBlock[]));
}

const already = "The result of this call was handed over before. Make the call anew if it is needed again.";
