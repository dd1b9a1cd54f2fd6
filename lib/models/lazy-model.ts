import type { LanguageModelV4 } from "@ai-sdk/provider";

/**
 * A language model whose library is loaded at its first call, so that an app with another model starts without it. A
 * failed load is tried again at the next call.
 */
export function lazyModel(
  identity: { provider: string; modelId: string },
  load: () => Promise<LanguageModelV4>,
): LanguageModelV4 {
  let loading: Promise<LanguageModelV4> | null = null;
  const model = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    specificationVersion: "v4",
    ...identity,
    get supportedUrls() {
      return model().then(({ supportedUrls }) => supportedUrls);
    },
    doGenerate: async (options) => (await model()).doGenerate(options),
    doStream: async (options) => (await model()).doStream(options),
  };
}
