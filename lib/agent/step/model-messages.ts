import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { attachedWords } from "#lib/chat/attached-resource.ts";
import type { ChatMessage, ToolPart } from "#lib/chat/chat-message.ts";
import { replaceHidden } from "#lib/untrusted/replace-hidden.ts";
import { resultWords, type ToolOutput } from "#lib/results/tool-output.ts";
import { noPictures, type Pictures } from "./pictures.ts";

type Part = ChatMessage["parts"][number];
type Said = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];

/**
 * What the model is shown of a chat. Tool parts are reduced to call and result, nothing that looks like an approval; a
 * call without a result is left out.
 */
export function modelMessages(history: ChatMessage[], pictures: Pictures): LanguageModelV4Prompt {
  return history.flatMap(({ role, parts }): LanguageModelV4Prompt => {
    if (role === "assistant") return stepsOf(parts).flatMap((step) => messagesOfStep(step, pictures));
    const content = parts.flatMap((part) => {
      if (part.type === "data-resource")
        return [{ type: "text" as const, text: visibleOnly(attachedWords(part.data)) }];
      return part.type === "text" && part.text !== "" ? [asText(part)] : [];
    });
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
function messagesOfStep(parts: Part[], pictures: Pictures): LanguageModelV4Prompt {
  const ended = parts.flatMap((part) => (part.type === "dynamic-tool" ? resultOf(part, pictures) : []));
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

function resultOf(part: ToolPart, pictures: Pictures): Result {
  const { toolCallId, toolName, callProviderMetadata } = part;
  const outcome = outcomeOf(part, pictures);
  if (outcome === null) return [];
  const text = visibleOnly(outcome);
  const seen = part.state === "output-available" ? picturesIn(part.output as ToolOutput, pictures) : [];
  const output =
    seen.length === 0
      ? { type: "text" as const, value: text }
      : { type: "content" as const, value: [{ type: "text" as const, text }, ...seen] };
  return [{ type: "tool-result", toolCallId, toolName, output, ...optionsOf(callProviderMetadata) }];
}

function picturesIn({ files = [] }: ToolOutput, { sent }: Pictures) {
  return files.flatMap(({ id, mediaType }) => {
    const data = sent.get(id);
    return data === undefined ? [] : [{ type: "file" as const, mediaType, data: { type: "data" as const, data } }];
  });
}

/** Null while a call has no result. */
function outcomeOf(part: ToolPart, { sent, refused }: Pictures = noPictures): string | null {
  switch (part.state) {
    case "output-available":
      // The shape is `outputOf`'s.
      return resultWords(part.output as ToolOutput, ({ id }) => {
        if (sent.has(id)) return " and to you";
        return refused.has(id) ? "; the provider of your model refused it, so you do not see it" : ", not to you";
      });
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
