import type { CallToolResult } from "@modelcontextprotocol/server";
import type { StoredResult } from "#lib/gate/contract/stored-result.ts";
import type { WholeBlock } from "#lib/gate/contract/tool.ts";
import { handOver, keptBlocks } from "#lib/store/runs/gateway-calls.ts";
import { noResult, toolAnswer } from "./tool-answer.ts";
import { lasting, type Serving } from "./watch-call.ts";

/** The result of an ended call for its client, once. */
export async function handedOver(serving: Serving, callId: string, result: StoredResult): Promise<CallToolResult> {
  const isAside = result.kind === "result" && result.aside === true;
  // Handing over removes them, also where its reply is lost.
  const kept = isAside ? await lasting(serving, (database) => keptBlocks(database, callId)) : null;
  const isTaken = await lasting(serving, async (database, again) => (await handOver(database, callId)) || again);
  if (!isTaken) return noResult(already, "handed-over");
  return toolAnswer(result, kept === null ? [] : (JSON.parse(kept) as WholeBlock[]));
}

const already = "The result of this call was handed over before. Make the call anew if it is needed again.";
