import type { Answer, DecideOutcome } from "#lib/gate/answer/answer.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { proofWanted } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import type { GuardedRequest } from "#lib/server/api/guard.ts";
import { decisionReply } from "../../chat/elicitation/decision-reply.ts";

type Given = Pick<
  Answer,
  "action" | "arguments" | "note" | "response" | "digest" | "changesSeen" | "seen" | "grant" | "confirm" | "preview"
>;

const over = "Approval not found or already resolved";

/** What the description of the API says of both answers. */
export const answered = { 200: { says: "It counts, now or already before", json: "Decision" } } as const;

/**
 * A decision over REST: the same code as from the chat, with the words that programs expect (S2.8: answers are
 * acknowledged).
 */
export async function answerByRest(
  { person, key, params, request }: Pick<GuardedRequest<never>, "person" | "key" | "params" | "request">,
  given: Given,
): Promise<Response> {
  const { agent, sessions } = services();
  const target = { approvalId: params["id"] ?? "" };
  const shown = sessionShownBy(request.headers);
  const outcome = await decide(agent.gate, {
    person,
    target,
    via: key ? "key" : "rest",
    keyId: key?.id,
    tokenHash: key ? null : sessions.hashBy(shown),
    proof: key ? null : await sessions.howProved(shown),
    ...given,
  });
  if (!("decided" in outcome)) {
    const message = messageOf(outcome);
    return decisionReply(outcome, { success: false, message });
  }
  const { approvalId: id, status } = outcome.decided;
  if (status === "pending") return Response.json({ success: true, message: "Signed", approval: { id, status } });
  const message = status === "accepted" ? "Approved" : given.action === "respond" ? "Responded" : "Rejected";
  return Response.json({ success: true, message, approval: { id, status } });
}

/** For refusals that leave the approval open: the person may correct the answer, or prove who they are. */
function messageOf(outcome: Exclude<DecideOutcome, { decided: unknown }>): string {
  if (outcome.refused === "unfit") return outcome.message;
  return outcome.refused === "prove-again" ? proofWanted[outcome.by] : over;
}
