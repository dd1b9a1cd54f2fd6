import { isSpecType, type JSONRPCMessage } from "@modelcontextprotocol/client";
import type { Mask } from "#lib/audit/mask.ts";
import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

/**
 * Names each content block that MCP does not know in its place, before the SDK reads the message: it would refuse the
 * whole answer for one of them.
 */
export function mendContent(message: JSONRPCMessage, mask: () => Mask): void {
  if (!("result" in message)) return;
  const { result } = message;
  const known = (block: unknown) => knownBlock(block, mask);
  if (Array.isArray(result["content"])) result["content"] = result["content"].map(known);
  // Of a task that is done.
  if (isJsonObject(result["result"]) && Array.isArray(result["result"]["content"]))
    result["result"]["content"] = result["result"]["content"].map(known);
  if (!Array.isArray(result["messages"])) return;
  for (const said of result["messages"]) if (isJsonObject(said)) said["content"] = known(said["content"]);
}

function knownBlock(block: unknown, mask: () => Mask): JsonValue {
  // Whatever a server sends is JSON.
  if (isPlainText(block) || isSpecType.ContentBlock(block)) return block as JsonValue;
  const type = isJsonObject(block) && typeof block["type"] === "string" ? mask().head(block["type"], 100) : "unknown";
  return { type: "text", text: `[content of type ${JSON.stringify(type)} in a form that MCP does not know]` };
}

function isPlainText(block: unknown): boolean {
  return (
    isJsonObject(block) &&
    block["type"] === "text" &&
    typeof block["text"] === "string" &&
    Object.keys(block).length === 2
  );
}
