import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { bounded } from "./bounded.ts";
import { lazyModel } from "./lazy-model.ts";
import { picturesBeside } from "./pictures-beside.ts";
import type { Problem, Provider, Variables } from "./provider.ts";

export type OpenAISettings = {
  /** Null for a compatible server without keys. */
  apiKey: string | null;
  /** Without a trailing slash; null for OpenAI itself. */
  baseUrl: string | null;
  api: "responses" | "chat";
};

const defaultModel = "gpt-5-mini";

/** OpenAI, and any server with its API (Ollama, vLLM, LM Studio) through OPENAI_BASE_URL. */
export const openai: Provider<OpenAISettings> = {
  demo: false,
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
    // Captured now: Next later replaces the global `fetch` by its own, which traces and caches.
    const { fetch } = globalThis;
    return lazyModel({ provider: `openai.${settings.api}`, modelId }, () => connect(settings, modelId, bounded(fetch)));
  },
  secrets: ({ apiKey }) => (apiKey === null ? [] : [apiKey]),
};

async function connect(
  { apiKey, baseUrl, api }: OpenAISettings,
  modelId: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV4> {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const provider = createOpenAI({
    // Both are always set: the library takes a missing one from process.env.
    apiKey: apiKey ?? "not-needed",
    baseURL: baseUrl ?? "https://api.openai.com/v1",
    fetch,
  });
  return api === "chat" ? picturesBeside(provider.chat(modelId)) : unstored(provider.responses(modelId));
}

/**
 * The responses API stores conversations unless told not to; the library then sends references to them, which a
 * compatible server or a later key cannot follow. Our history is in our store. Chat completions are not stored, and
 * some compatible servers refuse an unknown field.
 */
function unstored(model: LanguageModelV4): LanguageModelV4 {
  const options = (asked: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
    ...asked,
    providerOptions: { ...asked.providerOptions, openai: { ...asked.providerOptions?.["openai"], store: false } },
  });
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (asked) => model.doGenerate(options(asked)),
    doStream: (asked) => model.doStream(options(asked)),
  };
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
  // Never repeats the value: it is a key, if a damaged one.
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey)) {
    return { problem: "OPENAI_API_KEY contains spaces or other characters that a key cannot have." };
  }
  if (api !== null && api !== "responses" && api !== "chat") {
    return { problem: `OPENAI_API is "${api}"; it can be "responses" or "chat".` };
  }
  const wrong = baseUrl === null ? null : checkBaseUrl(baseUrl);
  if (wrong) return wrong;
  return {
    settings: {
      apiKey,
      baseUrl: baseUrl?.replace(/\/+$/, "") ?? null,
      api: api ?? (baseUrl === null ? "responses" : "chat"),
    },
  };
}

function checkBaseUrl(text: string): Problem | null {
  const url = URL.parse(text);
  if (url !== null && (url.username !== "" || url.password !== "")) {
    return { problem: "OPENAI_BASE_URL contains a user name or password; put the key into OPENAI_API_KEY instead." };
  }
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return {
      problem: `OPENAI_BASE_URL is "${text}", which is not an http or https address such as http://localhost:11434/v1.`,
    };
  }
  if (url.search !== "" || url.hash !== "") {
    return { problem: `OPENAI_BASE_URL is "${text}"; it cannot contain "?" or "#".` };
  }
  return null;
}

function valueOf(variables: Variables, name: string): string | null {
  return variables[name]?.trim() || null;
}
