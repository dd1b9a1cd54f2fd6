import { SourceProblem } from "#lib/gate/contract/sources.ts";
import { problem } from "#lib/server/http/problem.ts";

const codes = { unknown: "not-found", invalid: "bad-request", failed: "unavailable" } as const;

/** What a server said, or why it did not. */
export async function answerRead(read: Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await read);
  } catch (error) {
    if (error instanceof SourceProblem) return problem(codes[error.kind], error.message);
    throw error;
  }
}
