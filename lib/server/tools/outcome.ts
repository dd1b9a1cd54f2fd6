import type { ProblemCode } from "#lib/server/http/problem.ts";

export type Refusal = { refused: ProblemCode; message: string; fields?: Record<string, string> };
export type Outcome = typeof done | Refusal;

export const done = { done: true } as const;

export function refused(code: ProblemCode, message: string): Refusal {
  return { refused: code, message };
}

/** The change lowers protection: the request must repeat these sentences. */
export function askToConfirm(sentences: string[]): Outcome {
  const message = `This lowers protection. Send it again with "confirm" set to exactly: ${sentences.join(" ")}`;
  return { refused: "conflict", message, fields: { confirm: sentences.join(" ") } };
}
