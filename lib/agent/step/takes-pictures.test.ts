import { expect, test } from "vitest";
import { models } from "#lib/models/models.ts";
import { parseModelSettings } from "#lib/models/settings.ts";
import { takesPictures } from "./pictures.ts";

test.each([
  ["OpenAI", { MODEL: "openai:m", OPENAI_API_KEY: "k" }, true],
  ["OpenAI by chat completions", { MODEL: "openai:m", OPENAI_API_KEY: "k", OPENAI_API: "chat" }, true],
  ["a compatible server", { MODEL: "openai:m", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }, true],
  ["Anthropic", { MODEL: "anthropic:m", ANTHROPIC_API_KEY: "k" }, true],
  ["Google", { MODEL: "google:gemini-x", GOOGLE_GENERATIVE_AI_API_KEY: "k" }, true],
  ["the demonstration", { MODEL: "demo" }, false],
])("S0.70: %s is sent pictures, or is told of them in words", async (_, variables: Record<string, string>, taken) => {
  const parsed = parseModelSettings(variables);
  if ("problem" in parsed) throw new Error(parsed.problem);
  expect(await takesPictures(models(parsed.settings).get(null, "p1").model)).toBe(taken);
});
