import { z } from "zod";
import { explainCall } from "#lib/agent/runs/explain-call.ts";
import { longestQuestion } from "#lib/approvals/explanation.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { overLimit } from "#lib/server/http/over-limit.ts";
import { problem } from "#lib/server/http/problem.ts";

const body = z.strictObject({ question: z.string().trim().min(1).max(longestQuestion) });

const refusals = {
  unknown: () => problem("not-found", "There is no such approval."),
  "not-open": () => problem("conflict", "This card is settled. Ask in the chat."),
  "others-answer": () => problem("forbidden", "Others answer this, so only they can ask about it."),
  "no-agent": () => problem("conflict", "A client made this call, and no assistant of this app. Ask there."),
  busy: () => problem("conflict", "The answer to your last question is still being written."),
  "too-many": () => problem("conflict", "You have asked 20 questions about this card, the most one may."),
};

/** What the person asked about this call; nobody sees what others asked. */
export const GET = guard({}, async ({ person, params }) => {
  const asked = await services().inbox.explanations(person.id, params["id"] ?? "");
  return asked === null ? refusals.unknown() : Response.json(asked);
});

/** Asks the agent about a call that waits. The card stays as it is; the answer comes later, in the list. */
export const POST = guard({ body }, async ({ person, params, body: { question } }) => {
  const { agent } = services();
  const outcome = await explainCall(agent, { approvalId: params["id"] ?? "", personId: person.id, question });
  if ("asked" in outcome) return Response.json(outcome.asked, { status: 202 });
  if ("reached" in outcome) return overLimit(outcome.reached, agent.limits.ofPerson);
  return refusals[outcome.refused]();
});
