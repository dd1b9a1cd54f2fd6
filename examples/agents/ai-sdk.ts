import type { ToolSet, TypedToolCall } from "ai";
import { ask } from "./ask.ts";

/** For `toolApproval` of `generateText`, `streamText` and agents of the AI SDK: each tool call asks Countersign first. */
export function countersign(agent: string, to: { url: string; key: string }) {
  return async ({ toolCall }: { toolCall: TypedToolCall<ToolSet> }) => {
    const { decision, reason } = await ask({ agent, tool: toolCall.toolName, arguments: toolCall.input }, to);
    return { type: decision === "allow" ? ("approved" as const) : ("denied" as const), reason };
  };
}
