import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";

/** One step of a model that does what it is told. */
export type Said = {
  reasoning?: string;
  text?: string;
  /** `args` is sent as it is when it is a text, so that malformed JSON can be told. */
  calls?: { name: string; args?: unknown; id?: string }[];
  /** Fails the step after what it said. */
  error?: Error;
  /** Waits for this before the step ends. */
  hold?: Promise<void>;
  finishReason?: "stop" | "length" | "content-filter";
  /** How many it says that the step took; else it says nothing of that. */
  tokens?: number;
};

export type ToldModel = LanguageModelV4 & {
  /** What to say step by step when the last message of the person is `text`; afterwards the model says "Done." */
  tell: (text: string, steps: Said[] | ((step: number) => Said)) => void;
  /** Every request so far. */
  requests: LanguageModelV4CallOptions[];
};

const usage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/**
 * A language model in memory. What it says follows from the prompt alone, so it survives every crash of the app.
 * `otherwise` answers texts for which it was not told anything.
 */
export function toldModel(otherwise: (text: string, step: number) => Said = () => ({ text: "Done." })): ToldModel {
  const scripts = new Map<string, (step: number) => Said>();
  const requests: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: "v4",
    provider: "told",
    modelId: "told",
    supportedUrls: {},
    requests,
    tell: (text, steps) => {
      scripts.set(text, typeof steps === "function" ? steps : (step) => steps[step] ?? { text: "Done." });
    },
    doStream: async (options) => {
      requests.push(options);
      const { user, step } = placeIn(options.prompt);
      const said = (scripts.get(user) ?? ((at: number) => otherwise(user, at)))(step);
      return { stream: streamFrom(partsOf(said, options.abortSignal)) };
    },
    doGenerate: async () => {
      throw new Error("Nothing asks a model without streaming.");
    },
  };
}

/** The person's last message, and how many steps of the answer to it there were. */
function placeIn(prompt: LanguageModelV4Message[]): { user: string; step: number } {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const message = prompt[last];
  const content = message?.role === "user" ? message.content : [];
  const user = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { user, step: prompt.slice(last).filter(({ role }) => role === "assistant").length };
}

async function* partsOf(said: Said, signal: AbortSignal | undefined): AsyncGenerator<LanguageModelV4StreamPart> {
  const { reasoning, text, calls = [], error, hold, tokens: total } = said;
  yield { type: "stream-start", warnings: [] };
  if (reasoning !== undefined) yield* written("reasoning", reasoning);
  if (text !== undefined) yield* written("text", text);
  for (const [index, { name: toolName, args = {}, id: toolCallId = `call_${index + 1}` }] of calls.entries()) {
    const input = typeof args === "string" ? args : JSON.stringify(args);
    yield { type: "tool-input-start", id: toolCallId, toolName };
    for (const delta of input.match(/[^]{1,24}/g) ?? []) yield { type: "tool-input-delta", id: toolCallId, delta };
    yield { type: "tool-input-end", id: toolCallId };
    yield { type: "tool-call", toolCallId, toolName, input };
  }
  if (hold) await orAborted(hold, signal);
  if (error) throw error;
  const unified = said.finishReason ?? (calls.length > 0 ? "tool-calls" : "stop");
  yield {
    type: "finish",
    finishReason: { unified, raw: undefined },
    usage: { ...usage, inputTokens: { ...usage.inputTokens, total } },
  };
}

/** `ReadableStream.from`, which the types of browsers lack. */
function streamFrom<Part>(parts: AsyncGenerator<Part>): ReadableStream<Part> {
  return new ReadableStream<Part>({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

function* written(kind: "text" | "reasoning", text: string): Generator<LanguageModelV4StreamPart> {
  yield { type: `${kind}-start`, id: kind };
  for (const delta of text.match(/\s*\S+\s*/g) ?? []) yield { type: `${kind}-delta`, id: kind, delta };
  yield { type: `${kind}-end`, id: kind };
}

function orAborted(held: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return held;
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([held, promise]);
}
