import { z } from "zod";
import { hosted } from "./hosted.ts";

const list = z.object({
  models: z
    .array(
      z.object({
        name: z.string(),
        displayName: z.string().optional(),
        inputTokenLimit: z.number().int().positive().optional(),
        supportedGenerationMethods: z.array(z.string()).max(100).optional(),
      }),
    )
    .max(1_000),
});

/** Google's Gemini API. Docs: https://ai.google.dev/api/models */
export const google = hosted({
  name: "google",
  title: "Google",
  keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
  urlVariable: "GOOGLE_BASE_URL",
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  defaultModel: "gemini-2.5-flash",
  readsPaths: true,
  load: async ({ apiKey, baseUrl, modelId, fetch }) => {
    const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
    return createGoogleGenerativeAI({ apiKey, baseURL: baseUrl, fetch })(modelId);
  },
  listing: {
    request: ({ apiKey, baseUrl }) => ({
      url: `${baseUrl}/models?pageSize=1000`,
      headers: { "x-goog-api-key": apiKey },
    }),
    read: (answer) => {
      const read = list.safeParse(answer);
      if (!read.success) return null;
      return read.data.models.flatMap(({ name, displayName, inputTokenLimit, supportedGenerationMethods }) => {
        if (supportedGenerationMethods?.includes("generateContent") !== true) return [];
        const id = name.replace(/^models\//, "");
        return { id, label: displayName ?? id, contextTokens: inputTokenLimit ?? null };
      });
    },
  },
});
