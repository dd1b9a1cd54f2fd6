import type { LanguageModelV4 } from "@ai-sdk/provider";

/**
 * A language model whose library is loaded when it is first asked, so that an app that runs on another model starts
 * without it. A failed load is tried again the next time.
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
