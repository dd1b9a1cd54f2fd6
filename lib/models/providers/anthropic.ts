import { z } from "zod";
import { hosted } from "./hosted.ts";

const list = z.object({ data: z.array(z.object({ id: z.string(), display_name: z.string().optional() })).max(1_000) });

/** Anthropic's Messages API. Docs: https://docs.anthropic.com/en/api/models-list */
export const anthropic = hosted({
  name: "anthropic",
  title: "Anthropic",
  keyVariable: "ANTHROPIC_API_KEY",
  urlVariable: "ANTHROPIC_BASE_URL",
  baseUrl: "https://api.anthropic.com/v1",
  defaultModel: "claude-sonnet-4-5",
  load: async ({ apiKey, baseUrl, modelId, fetch }) => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ apiKey, baseURL: baseUrl, fetch })(modelId);
  },
  listing: {
    request: ({ apiKey, baseUrl }) => ({
      url: `${baseUrl}/models?limit=1000`,
      headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
    }),
    read: (answer) => {
      const read = list.safeParse(answer);
      if (!read.success) return null;
      return read.data.data.map(({ id, display_name }) => ({ id, label: display_name ?? id, contextTokens: null }));
    },
  },
});
