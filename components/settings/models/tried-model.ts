import { refusalOf, request } from "#components/browser/request.ts";
import { rewordInTab, sayInTab } from "#components/browser/speech.tsx";
import { modelWords } from "./words.en.ts";

/** What a try of a model came to, in words. */
export type Tried = { text: string; isBad: boolean };

/** Asks a model of an account for one word. Never rejects. */
export async function triedModel(connectionId: string, model: string): Promise<Tried> {
  const say = sayInTab(modelWords);
  const path = `/api/models/${encodeURIComponent(connectionId)}/test`;
  const response = await request("POST", path, { model }).catch(() => null);
  if (response === null) return { text: say("theServerCouldNotBe"), isBad: true };
  if (!response.ok) return { text: await refusalOf(response), isBad: true };
  // Our own server answers 200 with exactly this.
  const { problem } = (await response.json()) as { problem: string | null };
  if (problem !== null) return { text: rewordInTab(problem), isBad: true };
  return { text: say("modelAnswered", { model }), isBad: false };
}
