import type { Agent } from "@mastra/core/agent";
import { ask } from "./ask.ts";

type Suspended = { toolCallId: string; toolName: string; args: unknown };

/** Lets an agent of Mastra generate: each call of its tools with `requireApproval` asks Countersign. */
export async function countersigned(agent: Agent, input: string, name: string, to: { url: string; key: string }) {
  let output = await agent.generate(input);
  while (output.finishReason === "suspended") {
    const { toolCallId, toolName: tool, args } = output.suspendPayload as Suspended;
    const call = { runId: output.runId ?? "", toolCallId };
    const { decision, reason } = await ask({ agent: name, tool, arguments: args }, to);
    output = await (decision === "allow"
      ? agent.approveToolCallGenerate(call)
      : agent.declineToolCallGenerate({ ...call, reason }));
  }
  return output;
}
