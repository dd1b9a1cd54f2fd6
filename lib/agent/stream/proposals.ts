import type { ChatChunk, ChatMessage, ToolPart } from "#lib/chat/chat-message.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { proposeCall } from "#lib/gate/run/propose-calls.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { NewToolCall } from "#lib/store/calls/insert-tool-calls.ts";

export function toolParts(message: ChatMessage): ToolPart[] {
  return message.parts.filter((part) => part.type === "dynamic-tool");
}

/**
 * The calls that the latest step proposes, checked and bound, in the model's order. A part that cannot be a call
 * becomes an error of the model, without the input that nobody should read; `write` hears of it.
 */
export function proposalsOf(
  {
    run,
    step,
    tools,
    known,
  }: { run: RunRow; step: number; tools: ReadonlyMap<string, Tool>; known: ReadonlySet<string> },
  answer: ChatMessage,
  write: (chunk: ChatChunk) => void,
): { message: ChatMessage; proposals: NewToolCall[] } {
  const proposals: NewToolCall[] = [];
  const parts = answer.parts.map((part) => {
    if (part.type !== "dynamic-tool" || known.has(part.toolCallId) || part.state !== "input-available") return part;
    const { toolCallId, toolName: wireName, input } = part;
    const proposal = proposeCall(run, tools.get(part.toolName), { toolCallId, wireName, input });
    if ("problem" in proposal) {
      const errorText = `The model called ${part.toolName} with arguments that cannot be used: ${proposal.problem}. Nothing was run.`;
      write({ type: "tool-input-error", toolCallId, toolName: wireName, dynamic: true, input: {}, errorText });
      return { ...part, input: {}, state: "output-error" as const, errorText };
    }
    proposals.push({ ...proposal, step, position: proposals.length });
    return part;
  });
  return { message: { ...answer, parts }, proposals };
}
