import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

type Asked = LanguageModelV4CallOptions;

/** The same model, each of its requests changed on its way. */
export function askedAs(model: LanguageModelV4, change: (asked: Asked) => Asked): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    // A model that is not loaded yet is loaded for it.
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (asked) => model.doGenerate(change(asked)),
    doStream: (asked) => model.doStream(change(asked)),
  };
}
