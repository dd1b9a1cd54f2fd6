import { refusalIn, request } from "#components/browser/request.ts";
import { rewordInTab, sayInTab } from "#components/browser/speech.tsx";
import { toolWords } from "./words.en.ts";

/** What became of a change: done, wants the sentence back that says what it lowers, or refused with a sentence. */
export type ChangeReply = { done: true } | { confirm: string } | { problem: string };

type Change = { method: "POST" | "PUT" | "PATCH" | "DELETE"; path: string; body?: Record<string, unknown> };

/** Sends a change of tools or servers. Never rejects. */
export async function sendChange({ method, path, body }: Change): Promise<ChangeReply> {
  try {
    const response = await request(method, path, body);
    if (response.ok) return { done: true };
    const { detail, fields = {} } = await refusalIn(response);
    if (fields["confirm"] !== undefined) return { confirm: fields["confirm"] };
    const problems = Object.entries(fields).map(([field, problem]) => `${field} ${rewordInTab(problem)}.`);
    return { problem: [detail ?? sayInTab(toolWords)("thisDidNotWork"), ...problems].join(" ") };
  } catch (error) {
    console.error("A change was not sent.", error);
    return { problem: sayInTab(toolWords)("appNotReached") };
  }
}
