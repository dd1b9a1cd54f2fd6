import type { LanguageModelV4 } from "@ai-sdk/provider";

/** Whether a model's library takes pictures. What the model itself makes of them shows when it is asked. */
export async function takesPictures({ supportedUrls }: Pick<LanguageModelV4, "supportedUrls">): Promise<boolean> {
  // The library says so of addresses; who takes those takes bytes too. One that cannot be loaded says so when it is asked.
  const urls = await Promise.resolve(supportedUrls).catch(() => ({}));
  return Object.keys(urls).some((type) => /^(?:\*|\*\/\*|image\/.*)$/.test(type));
}
