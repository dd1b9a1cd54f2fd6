import { convertToModelMessages, type ModelMessage } from "ai";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { outputOf } from "#lib/agent/stream/call-chunks.ts";
import { replaceHidden } from "#lib/untrusted/replace-hidden.ts";
import { resultText } from "#lib/gate/contract/stored-result.ts";

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
      return [{ ...call, state: "output-available", output: visibleOnly(textOfOutput(part.output)) }];
    case "output-error":
      return [{ ...call, state: "output-available", output: visibleOnly(part.errorText) }];
    case "output-denied":
      return [
        { ...call, state: "output-available", output: visibleOnly(part.approval.reason ?? "The call was not run.") },
      ];
    default:
      return [];
  }
}

/**
 * People do not see what a server hides in its words, so the model does not hear it, and is told so (THREATS C2, E5:
 * hidden characters).
 */
function visibleOnly(text: string): string {
  let taken = 0;
  const visible = replaceHidden(text, (run) => {
    taken += Array.from(run).length;
    return "";
  });
  if (taken === 0) return text;
  const what = taken === 1 ? "a hidden character" : `${taken} hidden characters`;
  return `${visible}\n\n[Countersign took ${what} out of this text.]`;
}

/** The text of a stored tool output; the shape is `outputOf`'s. */
function textOfOutput(output: unknown): string {
  const { remark, ...result } = output as ReturnType<typeof outputOf>;
  return resultText({ v: 1, kind: "result", result, remark });
}
