import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelOptions } from "#lib/chat/model-connection.ts";
import { askedAs } from "./asked-as.ts";

/** The same model, asked as its person set it; what is not set stays as the provider does it. */
export function withOptions(
  model: LanguageModelV4,
  { reasoning, temperature, maxTokens }: ModelOptions,
): LanguageModelV4 {
  return askedAs(model, (asked) => ({
    ...asked,
    ...(reasoning === null ? {} : { reasoning }),
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
  }));
}
