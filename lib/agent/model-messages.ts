import { convertToModelMessages, type ModelMessage } from "ai";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { outputOf } from "#lib/gate/settle-call.ts";
import { resultText } from "#lib/gate/stored-result.ts";

type Part = ChatMessage["parts"][number];

/**
 * What the model is shown of a chat. Tool parts are reduced to call and result: nothing that looks like an approval
 * reaches the SDK, so no history can make it run a tool; a call without a result is left out.
 */
export function modelMessages(history: ChatMessage[]): Promise<ModelMessage[]> {
  const told = history
    .map((message) => ({ ...message, parts: message.parts.flatMap(partForModel) }))
    .filter(({ parts }) => parts.some(({ type }) => type !== "step-start"));
  return convertToModelMessages(told, { ignoreIncompleteToolCalls: true });
}

function partForModel(part: Part): Part[] {
  if (part.type.startsWith("data-")) return [];
  if (part.type !== "dynamic-tool") return [part];
  const call = {
    type: part.type,
    toolName: part.toolName,
    toolCallId: part.toolCallId,
    input: part.input ?? {},
    ...("callProviderMetadata" in part && part.callProviderMetadata
      ? { callProviderMetadata: part.callProviderMetadata }
      : {}),
  };
  switch (part.state) {
    case "output-available":
      return [{ ...call, state: "output-available", output: textOfOutput(part.output) }];
    case "output-error":
      return [{ ...call, state: "output-available", output: part.errorText }];
    case "output-denied":
      return [{ ...call, state: "output-available", output: part.approval.reason ?? "The call was not run." }];
    default:
      return [];
  }
}

/** The text of a stored tool output; the shape is `outputOf`'s. */
function textOfOutput(output: unknown): string {
  const { remark, ...result } = output as ReturnType<typeof outputOf>;
  return resultText({ v: 1, kind: "result", result, remark });
}
