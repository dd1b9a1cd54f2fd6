import { randomUUID } from "node:crypto";
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Content } from "@ai-sdk/provider";
import { conversationOf } from "./conversation.ts";
import { nextTurn } from "./next-turn.ts";
import { offeredTools } from "./offered-tools.ts";
import { finishReason, streamTurn, type TurnWithIds, unknownUsage } from "./stream-turn.ts";

type Settings = {
  /** Pause between two words; long answers are faster. */
  msPerWord?: number;
  newId?: () => string;
  now?: () => Date;
};

/**
 * A language model without network that understands a few requests. Its words and calls follow from the conversation
 * alone; only the ids of its calls are new every time.
 */
export function demoModel({
  msPerWord = 18,
  newId = randomUUID,
  now = () => new Date(),
}: Settings = {}): LanguageModelV4 {
  function turnFor(options: LanguageModelV4CallOptions): TurnWithIds {
    const turn = nextTurn(conversationOf(options.prompt), offeredTools(options), now());
    return { ...turn, calls: turn.calls.map((call) => ({ ...call, toolCallId: `call_${newId()}` })) };
  }
  return {
    specificationVersion: "v4",
    provider: "countersign",
    modelId: "demo",
    supportedUrls: {},
    doStream: async (options) => ({ stream: streamTurn(turnFor(options), { msPerWord, signal: options.abortSignal }) }),
    doGenerate: async (options) => {
      options.abortSignal?.throwIfAborted();
      const turn = turnFor(options);
      return { content: contentOf(turn), finishReason: finishReason(turn), usage: unknownUsage, warnings: [] };
    },
  };
}

function contentOf({ reasoning, text, calls }: TurnWithIds): LanguageModelV4Content[] {
  return [
    ...(reasoning === null ? [] : [{ type: "reasoning" as const, text: reasoning }]),
    { type: "text", text },
    ...calls.map(({ toolCallId, toolName, input }) => ({
      type: "tool-call" as const,
      toolCallId,
      toolName,
      input: JSON.stringify(input),
    })),
  ];
}
