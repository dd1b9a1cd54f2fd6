import { setTimeout as sleep } from "node:timers/promises";
import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { errorFacts } from "./error-facts.ts";

const mostTries = 3;
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

type Asked = LanguageModelV4CallOptions & { abortSignal: AbortSignal };

/**
 * What the model streams, part by part. A request that failed is sent again if its error says that this may help; an
 * answer that has begun is not asked for again; `onPause` hears how long it waits before that. Once the signal aborts it throws, also when the model's library goes on.
 */
export async function* askModel(
  model: LanguageModelV4,
  asked: Asked,
  onPause: (ms: number) => void = () => {},
): AsyncGenerator<LanguageModelV4StreamPart> {
  const { abortSignal } = asked;
  const reader = (await beginning(model, asked, onPause)).getReader();
  const leave = () => void reader.cancel().catch(() => {});
  abortSignal.addEventListener("abort", leave, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      abortSignal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    abortSignal.removeEventListener("abort", leave);
    leave();
  }
}

async function beginning(
  model: LanguageModelV4,
  asked: Asked,
  onPause: (ms: number) => void,
): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  const { abortSignal } = asked;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(abortSignal.reason);
  abortSignal.addEventListener("abort", stop, { once: true });
  try {
    for (let tries = 1; ; tries += 1) {
      abortSignal.throwIfAborted();
      try {
        return (await Promise.race([model.doStream(asked), stopped])).stream;
      } catch (error) {
        if (tries === mostTries || !APICallError.isInstance(error) || !error.isRetryable) throw error;
        const ms = pauseMs(error, tries);
        onPause(ms);
        await sleep(ms, undefined, { signal: abortSignal });
      }
    }
  } finally {
    abortSignal.removeEventListener("abort", stop);
  }
}

/** As long as the provider asks for, if that is no long time. */
function pauseMs(error: APICallError, tries: number): number {
  const { retryAfterMs } = errorFacts(error);
  if (retryAfterMs !== null && retryAfterMs < longestPauseMs) return retryAfterMs;
  return firstPauseMs * 2 ** (tries - 1);
}
