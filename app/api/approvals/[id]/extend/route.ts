import { extend } from "#lib/gate/answer/expire.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const refusals = {
  unknown: () => problem("not-found", "There is no such approval."),
  "others-answer": () => problem("forbidden", "Others answer this, so only they can give it more time."),
  "not-open": () => problem("conflict", "This approval is settled, or has had all the extra time there is."),
};

/** "More time": moves the deadline of an open approval by one more timeout, at most ten times. */
export const POST = guard(
  {
    scope: "approvals:decide",
    summary: "Give an approval more time",
    replies: { 200: { says: "Its new deadline", json: "Extension" } },
  },
  async ({ person, key, params }) => {
    const asked = { id: params["id"] ?? "", personId: person.id, keyId: key?.id };
    const outcome = await extend(services().agent.gate, asked);
    if ("message" in outcome) return problem("forbidden", outcome.message);
    if ("refused" in outcome) return refusals[outcome.refused]();
    const { id, status, expires_at: expiresAt } = outcome.extended;
    return Response.json({ success: true, approval: { id, status, expiresAt } });
  },
);
