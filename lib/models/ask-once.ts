import { describeModelError } from "./model-error.ts";
import { type ConnectedModel, connectedModel } from "./models.ts";

/** Shorter than the time that a page waits for our own answer. */
const longestMs = 12_000;

/** What a model says first, if it answers at all; nobody waits for the rest. */
const begun = ["text-delta", "reasoning-delta", "tool-input-start", "tool-call", "finish"];

/** Asks a model for one word, once. Why it did not answer, in a sentence; null when it did. */
export async function askOnce(connected: ConnectedModel): Promise<string | null> {
  const { model, secrets } = connectedModel(connected);
  try {
    const { stream } = await model.doStream({
      prompt: [{ role: "user", content: [{ type: "text", text: "Say OK." }] }],
      // Some count what a model thinks; others refuse less.
      maxOutputTokens: 256,
      abortSignal: AbortSignal.timeout(longestMs),
    });
    for await (const part of stream) {
      if (part.type === "error") return describeModelError(part.error, secrets).text;
      if (begun.includes(part.type)) return null;
    }
    return "The model ended without an answer.";
  } catch (error) {
    return describeModelError(error, secrets).text;
  }
}
