import type { Outcome } from "#lib/server/change-outcome.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";

/** Everything as it is after the change, or why there was none. */
export function answerChange(outcome: Outcome): Response {
  if ("refused" in outcome) return problem(outcome.refused, outcome.message, outcome.fields);
  return Response.json(services().tools.page());
}
