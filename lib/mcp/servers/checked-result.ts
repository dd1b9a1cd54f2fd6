import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import type { ToolResult } from "#lib/gate/contract/tool.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { capResult } from "./cap-result.ts";
import { mismatchOf } from "./mismatch-of.ts";

/** A tool's result as it is passed on, with how it fails the tool's own output schema. */
export async function checkedResult({ outputSchema }: ListedTool, sent: object, mask: Mask): Promise<ToolResult> {
  const result = await capResult(sent, mask);
  const mismatch = outputSchema === undefined ? null : mismatchOf(outputSchema as JsonObject, sent, mask);
  return mismatch === null ? result : { ...result, mismatch };
}
