import type { ApprovalView } from "./approval-view.ts";

/** What the agent says about a call that waits, because somebody who may answer it asked. Unix milliseconds. */
export type Explanation = {
  id: string;
  question: string;
  /** Null while it is written, and where there is none. */
  answer: string | null;
  /** Why there is none. */
  problem: string | null;
  askedAt: number;
};

/** Characters. */
export const longestQuestion = 2_000;
export const longestAnswer = 6_000;

const begins = "I have a question about a call that waits for my approval.";

/** The question as the model hears it. The call stands in it as it is stored, in JSON. */
export function explanationRequest({ server, tool, subject }: ApprovalView, question: string): string {
  const about = subject.kind === "tool-call" ? { arguments: subject.argumentsJson } : { asks: subject.message };
  const call = JSON.stringify({ server: server.title, tool: tool.name, ...about });
  return `${begins} The call, as JSON: ${call}\n\nMy question: ${question}`;
}

export function isExplanationRequest(text: string): boolean {
  return text.startsWith(begins);
}

/** Stands after the instructions of the chat. */
export const explanationInstructions = `The user asks about a call that waits for their approval. It has not run, and asking does not \
answer it. Now you have no tools: explain in a few plain sentences, in words that the user knows. Say what the call would do and, \
where you know, why it was proposed and where its values come from. Say so when you do not know. Do not tell the user to approve or \
to decline it.`;
