import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { outputOf } from "#lib/agent/stream/call-chunks.ts";
import { replaceHidden } from "#lib/untrusted/replace-hidden.ts";
import { resultText } from "#lib/gate/contract/stored-result.ts";

type Part = ChatMessage["parts"][number];
type ToolPart = Extract<Part, { type: "dynamic-tool" }>;
type Said = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];

/**
 * What the model is shown of a chat. Tool parts are reduced to call and result, nothing that looks like an approval; a
 * call without a result is left out.
 */
export function modelMessages(history: ChatMessage[]): LanguageModelV4Prompt {
  return history.flatMap(({ role, parts }): LanguageModelV4Prompt => {
    if (role === "assistant") return stepsOf(parts).flatMap(messagesOfStep);
    const content = parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [asText(part)] : []));
    return role === "user" && parts.length > 0 ? [{ role, content }] : [];
  });
}

function stepsOf(parts: Part[]): Part[][] {
  const steps: Part[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start") steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps;
}

/** What the model said and called, and then what came of its calls. */
function messagesOfStep(parts: Part[]): LanguageModelV4Prompt {
  const ended = parts.flatMap((part) => (part.type === "dynamic-tool" ? resultOf(part) : []));
  const content = parts.flatMap(saidIn);
  if (content.length === 0) return [];
  return ended.length === 0
    ? [{ role: "assistant", content }]
    : [
        { role: "assistant", content },
        { role: "tool", content: ended },
      ];
}

function saidIn(part: Part): Said {
  switch (part.type) {
    case "text":
      return part.text === "" && part.providerMetadata === undefined ? [] : [asText(part)];
    case "reasoning":
      return [{ type: "reasoning", text: part.text, ...optionsOf(part.providerMetadata) }];
    case "custom":
      return [{ type: "custom", kind: part.kind, ...optionsOf(part.providerMetadata) }];
    case "file":
    case "reasoning-file": {
      const { type, mediaType, url } = part;
      return [{ type, mediaType, data: dataOf(url), ...optionsOf(part.providerMetadata) }];
    }
    case "dynamic-tool": {
      if (outcomeOf(part) === null) return [];
      const { toolCallId, toolName, input } = part;
      return [{ type: "tool-call", toolCallId, toolName, input: input ?? {}, ...optionsOf(part.callProviderMetadata) }];
    }
    default:
      return [];
  }
}

function dataOf(url: string) {
  if (!url.startsWith("data:")) return { type: "url" as const, url: new URL(url) };
  return { type: "data" as const, data: url.slice(url.indexOf(",") + 1) };
}

type Result = Extract<LanguageModelV4Message, { role: "tool" }>["content"];

function resultOf(part: ToolPart): Result {
  const { toolCallId, toolName, callProviderMetadata } = part;
  const outcome = outcomeOf(part);
  if (outcome === null) return [];
  const output = { type: "text" as const, value: visibleOnly(outcome) };
  return [{ type: "tool-result", toolCallId, toolName, output, ...optionsOf(callProviderMetadata) }];
}

/** Null while a call has no result. */
function outcomeOf(part: ToolPart): string | null {
  switch (part.state) {
    case "output-available":
      return textOfOutput(part.output);
    case "output-error":
      return part.errorText;
    case "output-denied":
      return part.approval.reason ?? "The call was not run.";
    default:
      return null;
  }
}

type Text = Extract<Part, { type: "text" }>;

function asText({ text, providerMetadata }: Text) {
  return { type: "text" as const, text, ...optionsOf(providerMetadata) };
}

/** What a provider said beside a part it wants to hear again. */
function optionsOf(providerMetadata: Text["providerMetadata"]) {
  return providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
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
