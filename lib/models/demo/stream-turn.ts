import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { DemoTurn } from "./next-turn.ts";

export type TurnWithIds = Omit<DemoTurn, "calls"> & { calls: (DemoTurn["calls"][number] & { toolCallId: string })[] };

export const unknownUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** Time limit of an answer of any length. */
const longestMs = 4000;

export function finishReason({ calls }: TurnWithIds): LanguageModelV4FinishReason {
  return { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined };
}

/** Streams a turn word by word, as a model would. Errors with the signal's reason when that aborts. */
export function streamTurn(
  turn: TurnWithIds,
  { msPerWord, signal }: { msPerWord: number; signal: AbortSignal | undefined },
): ReadableStream<LanguageModelV4StreamPart> {
  const parts = partsOf(turn);
  const pause = Math.min(msPerWord, longestMs / parts.length);
  async function* paced(): AsyncGenerator<LanguageModelV4StreamPart> {
    for (const part of parts) {
      signal?.throwIfAborted();
      if (pause > 0 && part.type.endsWith("-delta")) await delay(pause, undefined, signal ? { signal } : {});
      yield part;
    }
  }
  const iterator = paced();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return(undefined)),
  });
}

function partsOf(turn: TurnWithIds): LanguageModelV4StreamPart[] {
  const { reasoning, text, calls } = turn;
  return [
    { type: "stream-start", warnings: [] },
    { type: "response-metadata", modelId: "demo" },
    ...(reasoning === null ? [] : written("reasoning", reasoning)),
    ...(text === "" ? [] : written("text", text)),
    ...calls.flatMap(({ toolCallId, toolName, input }): LanguageModelV4StreamPart[] => {
      const json = JSON.stringify(input);
      const deltas = json.match(/[^]{1,24}/g) ?? [];
      return [
        { type: "tool-input-start", id: toolCallId, toolName },
        ...deltas.map((delta) => ({ type: "tool-input-delta" as const, id: toolCallId, delta })),
        { type: "tool-input-end", id: toolCallId },
        { type: "tool-call", toolCallId, toolName, input: json },
      ];
    }),
    { type: "finish", finishReason: finishReason(turn), usage: unknownUsage },
  ];
}

function written(kind: "text" | "reasoning", text: string): LanguageModelV4StreamPart[] {
  const words = text.match(/(?:^\s+)?\S+\s*/g) ?? [];
  return [
    { type: `${kind}-start`, id: kind },
    ...words.map((delta) => ({ type: `${kind}-delta` as const, id: kind, delta })),
    { type: `${kind}-end`, id: kind },
  ];
}
