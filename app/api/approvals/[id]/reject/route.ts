import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { answerByRest, answered } from "../answer.ts";

const reason = z.string().max(4_000).optional();
const body = z.strictObject({ reason });

/**
 * Declines one call; the model is told the reason, from the body or else from `?reason=` (S2.7: a note with a decline,
 * row 17: where the reason stands).
 */
export const POST = guard(
  { body, scope: "approvals:decide", summary: "Decline a call; the model hears the reason", replies: answered },
  ({ query, body: given, ...by }) => {
    const asked = reason.safeParse(query.get("reason") ?? undefined);
    if (!asked.success) return problem("bad-request", "The reason is longer than 4,000 characters.");
    return answerByRest(by, { action: "decline", note: given.reason ?? asked.data });
  },
);
