import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";

/**
 * Turns a connection that breaks in the middle of an answer into the specification's error part. Otherwise the AI SDK
 * rejects such a stream, without calling `onError`, and the answer so far would be lost. An abort passes unchanged: the
 * SDK ends a stopped answer itself.
 */
export function withErrorPart(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (signal?.aborted) throw error;
        controller.enqueue({ type: "error", error });
        controller.enqueue({ type: "finish", finishReason: { unified: "error", raw: undefined }, usage: unknownUsage });
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

export const unknownUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
