import type { LanguageModelV4File, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { partMetadata } from "#lib/agent/stream/part-metadata.ts";
import type { Tool } from "#lib/gate/contract/tool.ts";
import { maxJsonDepth } from "#lib/untrusted/refuse-unsafe-json.ts";

/**
 * A part of a model's stream as a part of the answer; null for what is not for the model to say. The app alone says how
 * a step, a call and an approval end. Providers that run tools of their own bring results and even requests for approval
 * along (THREATS D2, D4: forged results, claimed consent); their calls are proposals like any other, and so are those
 * of tools that the model made up, or with arguments that nobody can read: the gate's checks come later.
 */
export function chunkOfPart(part: LanguageModelV4StreamPart, tools: ReadonlyMap<string, Tool>): ChatChunk | null {
  switch (part.type) {
    case "text-start":
    case "text-end":
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end":
    case "custom":
      return part;
    case "text-delta":
      return part.delta === "" && part.providerMetadata === undefined ? null : part;
    case "file":
    case "reasoning-file": {
      const { type, mediaType, providerMetadata } = part;
      return { type, mediaType, url: urlOf(part), ...(providerMetadata && { providerMetadata }) };
    }
    case "tool-input-start":
      return { type: "tool-input-start", toolCallId: part.id, ...callOf(part, tools) };
    case "tool-input-delta":
      return { type: "tool-input-delta", toolCallId: part.id, inputTextDelta: part.delta };
    case "tool-call":
      return {
        type: "tool-input-available",
        toolCallId: part.toolCallId,
        ...callOf(part, tools),
        input: inputOf(part.input),
      };
    default:
      return null;
  }
}

type Called = Extract<LanguageModelV4StreamPart, { type: "tool-input-start" | "tool-call" }>;

/** Our tool parts are all dynamic, also those of a tool that the model made up. */
function callOf({ toolName, providerMetadata }: Called, tools: ReadonlyMap<string, Tool>) {
  const tool = tools.get(toolName);
  return {
    toolName,
    dynamic: true,
    ...(tool && { title: tool.title, toolMetadata: partMetadata(tool) }),
    ...(providerMetadata && { providerMetadata }),
  };
}

/** Characters: whoever escapes each one writes six for what the gate takes, which is 64 KB. */
const longestInput = 6 * 64 * 1024;

/**
 * What is no JSON, or longer or deeper than any tool takes, stays a text, which no tool takes either: a million values are
 * work wherever they are looked at (G26), and thousands of levels can be read but not written again. Many models say
 * nothing where there are no arguments.
 */
function inputOf(text: string): unknown {
  if (text.length > longestInput) return text;
  if (text.trim() === "") return {};
  try {
    const input: unknown = JSON.parse(text);
    return isDeeperThan(maxJsonDepth, input) ? text : input;
  } catch {
    return text;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function urlOf({ data, mediaType }: Pick<LanguageModelV4File, "data" | "mediaType">): string {
  if (data.type === "url") return data.url.href;
  return `data:${mediaType};base64,${typeof data.data === "string" ? data.data : Buffer.from(data.data).toString("base64")}`;
}
