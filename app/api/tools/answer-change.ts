import type { Outcome } from "#lib/server/tools/outcome.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** The new state after the change, or why there was none. */
export async function answerChange(outcome: Outcome): Promise<Response> {
  if ("refused" in outcome) return problem(outcome.refused, outcome.message, outcome.fields);
  return Response.json(await services().tools.page());
}
