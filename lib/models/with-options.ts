import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { ModelOptions } from "#lib/chat/model-connection.ts";

/** The same model, asked as its person set it; what is not set stays as the provider does it. */
export function withOptions(
  model: LanguageModelV4,
  { reasoning, temperature, maxTokens }: ModelOptions,
): LanguageModelV4 {
  if (reasoning === null && temperature === null && maxTokens === null) return model;
  const options = (asked: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
    ...asked,
    ...(reasoning === null ? {} : { reasoning }),
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
  });
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (asked) => model.doGenerate(options(asked)),
    doStream: (asked) => model.doStream(options(asked)),
  };
}
