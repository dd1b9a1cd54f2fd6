import type { LanguageModelV4 } from "@ai-sdk/provider";
import { z } from "zod";
import { askedAs } from "#lib/models/asked-as.ts";
import { baseUrlProblem } from "./base-url-problem.ts";
import { bounded, SaidTooMuch } from "#lib/models/bounded.ts";
import { keyProblem } from "./key-problem.ts";
import { lazyModel } from "#lib/models/lazy-model.ts";
import { heeded } from "#lib/models/heeded.ts";
import { picturesBeside } from "./pictures-beside.ts";
import type { Problem, Provider, Variables } from "./provider.ts";
import { valueOf, viaProxyBy } from "./value-of.ts";

export type OpenAISettings = {
  /** Null for a compatible server without keys. */
  apiKey: string | null;
  /** Without a trailing slash; null for OpenAI itself. */
  baseUrl: string | null;
  api: "responses" | "chat";
  /** Whether Node was told to go by the proxy that the environment names. */
  viaProxy: boolean;
};

const defaultModel = "gpt-5-mini";
const ownUrl = "https://api.openai.com/v1";
const tokens = z.number().int().positive().optional().catch(undefined);
const list = z.object({
  data: z.array(z.object({ id: z.string(), context_length: tokens, max_model_len: tokens })).max(5_000),
});
/** Models of OpenAI's own list that do not chat. The list names no purposes. */
const otherPurpose =
  /embedding|moderation|whisper|tts|dall-e|image|audio|realtime|transcribe|sora|babbage|davinci|instruct|search/;

/**
 * JSON values of one event of an answer. The responses API repeats all tools in some events; with chat completions, the
 * library's work for each call grows with the calls before it.
 */
const mostValues = { responses: 100_000, chat: 10_000 };

/** Characters of the arguments of all calls of one answer, with chat completions. */
const mostOfArguments = 2_000_000;

/** OpenAI, and any server with its API (Ollama, vLLM, LM Studio) through OPENAI_BASE_URL. */
export const openai: Provider<OpenAISettings> = {
  demo: false,
  usualModel: defaultModel,
  readSettings,
  defaultEntry: (variables) => {
    if (valueOf(variables, "OPENAI_BASE_URL") !== null) {
      return {
        problem:
          "OPENAI_BASE_URL is set, but MODEL is not: name a model of that server, for example MODEL=openai:llama3.2.",
      };
    }
    return valueOf(variables, "OPENAI_API_KEY") === null ? null : { modelId: defaultModel };
  },
  checkModelId: (modelId) =>
    modelId === "" ? { problem: `names no model. Write openai:${defaultModel}, for example.` } : null,
  label: ({ baseUrl }, modelId) => `${modelId} (${baseUrl === null ? "OpenAI" : new URL(baseUrl).host})`,
  languageModel: (settings, modelId) => {
    const heeding = bounded(heeded(settings), mostValues[settings.api], { joinsWords: true });
    return lazyModel({ provider: `openai.${settings.api}`, modelId }, () => connect(settings, modelId, heeding));
  },
  secrets: ({ apiKey }) => (apiKey === null ? [] : [apiKey]),
  listing: {
    settingsOf: ({ apiKey, baseUrl, viaProxy }) =>
      apiKey === null && baseUrl === null
        ? { problem: "The key is not set." }
        : settingsOf({ apiKey, baseUrl, viaProxy, api: null }, { key: "The key", url: "The address" }),
    request: ({ apiKey, baseUrl }) => ({
      url: `${baseUrl ?? ownUrl}/models`,
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    }),
    read: (answer) => {
      const read = list.safeParse(answer);
      if (!read.success) return null;
      const models = read.data.data.filter(({ id }) => !otherPurpose.test(id));
      return models.map(({ id, context_length, max_model_len }) => ({
        id,
        label: id,
        // As OpenRouter and vLLM say it; OpenAI does not.
        contextTokens: context_length ?? max_model_len ?? null,
      }));
    },
  },
};

async function connect(
  { apiKey, baseUrl, api }: OpenAISettings,
  modelId: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV4> {
  if (api === "chat" && baseUrl !== null) {
    // OpenAI's own library leaves out what only compatible servers send, such as `reasoning_content`.
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    // A server does not say whether it takes pictures; one that refuses them is asked again without.
    const supportedUrls = () => ({ "image/*": [/^https?:/] });
    const metadataExtractor = { extractMetadata: async () => undefined, createStreamExtractor: argumentsMeter };
    const server = { name: "openai", baseURL: baseUrl, includeUsage: true, fetch, supportedUrls, metadataExtractor };
    return picturesBeside(createOpenAICompatible(apiKey === null ? server : { ...server, apiKey })(modelId));
  }
  const { createOpenAI } = await import("@ai-sdk/openai");
  const provider = createOpenAI({
    // Both are always set: the library takes a missing one from process.env.
    apiKey: apiKey ?? "not-needed",
    baseURL: baseUrl ?? ownUrl,
    fetch,
  });
  return api === "chat" ? picturesBeside(provider.chat(modelId)) : unstored(provider.responses(modelId));
}

/** What the library has checked of a piece of an answer. */
type Piece = {
  choices?: { delta?: { tool_calls?: { function?: { arguments?: string | null } | null }[] | null } | null }[];
};

/**
 * Measures the arguments of calls as they come: the library gathers those without a name, and then reads all of them,
 * sign by sign, in one turn.
 */
function argumentsMeter() {
  let left = mostOfArguments;
  return {
    processChunk: (said: unknown) => {
      const calls = (said as Piece).choices?.[0]?.delta?.tool_calls ?? [];
      for (const call of calls) left -= call.function?.arguments?.length ?? 0;
      if (left < 0) throw new SaidTooMuch();
    },
    buildMetadata: () => undefined,
  };
}

/**
 * The responses API stores conversations unless told not to; the library then sends references to them, which a
 * compatible server or a later key cannot follow. Our history is in our store. Chat completions are not stored, and
 * some compatible servers refuse an unknown field.
 */
function unstored(model: LanguageModelV4): LanguageModelV4 {
  return askedAs(model, (asked) => ({
    ...asked,
    providerOptions: { ...asked.providerOptions, openai: { ...asked.providerOptions?.["openai"], store: false } },
  }));
}

function readSettings(variables: Variables): { settings: OpenAISettings } | Problem {
  const apiKey = valueOf(variables, "OPENAI_API_KEY");
  const baseUrl = valueOf(variables, "OPENAI_BASE_URL");
  const api = valueOf(variables, "OPENAI_API");
  if (apiKey === null && baseUrl === null) {
    return {
      problem:
        "neither OPENAI_API_KEY nor OPENAI_BASE_URL is set. Set the key, or the URL of a compatible server, or MODEL=demo.",
    };
  }
  if (api !== null && api !== "responses" && api !== "chat") {
    return { problem: `OPENAI_API is "${api}"; it can be "responses" or "chat".` };
  }
  const viaProxy = viaProxyBy(variables);
  return settingsOf({ apiKey, baseUrl, viaProxy, api }, { key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" });
}

function settingsOf(
  { apiKey, baseUrl, viaProxy, api }: Omit<OpenAISettings, "api"> & { api: OpenAISettings["api"] | null },
  names: { key: string; url: string },
): { settings: OpenAISettings } | Problem {
  const wrong =
    (apiKey === null ? null : keyProblem(names.key, apiKey)) ??
    (baseUrl === null ? null : baseUrlProblem(names.url, baseUrl));
  if (wrong) return wrong;
  return {
    settings: {
      apiKey,
      baseUrl: baseUrl?.replace(/(?<!\/)\/+$/, "") ?? null,
      api: api ?? (baseUrl === null ? "responses" : "chat"),
      viaProxy,
    },
  };
}
