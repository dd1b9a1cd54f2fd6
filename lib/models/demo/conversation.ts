import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";

/** A tool call of the answer in progress. `output` is null when the history has no result for it. */
export type PastCall = { toolName: string; input: unknown; output: LanguageModelV4ToolResultPart["output"] | null };

type Part = Exclude<LanguageModelV4Message["content"], string>[number];

/** What the demo model reads: the last request, the requests before it, and the calls made for it so far. */
export type Conversation = { request: string; earlier: string[]; calls: PastCall[] };

export function conversationOf(prompt: LanguageModelV4Prompt): Conversation {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const asked = prompt.filter(({ role }) => role === "user").map(textOf);
  const parts: Part[] = prompt
    .slice(last + 1)
    .flatMap(({ content }): Part[] => (typeof content === "string" ? [] : content));
  const outputs = new Map(
    parts.flatMap((part) => (part.type === "tool-result" ? [[part.toolCallId, part.output]] : [])),
  );
  return {
    request: asked.at(-1) ?? "",
    earlier: asked.slice(0, -1),
    calls: parts.flatMap((part) =>
      part.type === "tool-call"
        ? [{ toolName: part.toolName, input: part.input, output: outputs.get(part.toolCallId) ?? null }]
        : [],
    ),
  };
}

function textOf({ content }: LanguageModelV4Message): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
