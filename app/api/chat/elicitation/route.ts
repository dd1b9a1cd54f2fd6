import { z } from "zod";
import { decisionActions, longestResponse } from "#lib/approvals/decision.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import { endSaidTwice, grantFrom, grantShape } from "../../grant-shape.ts";
import { confirmText, jsonObject } from "../../limits.ts";
import { decisionReply } from "./decision-reply.ts";

const id = z.string().min(1).max(200);

const body = z.strictObject({
  approvalId: id.optional(),
  chatId: id.optional(),
  toolCallId: id.optional(),
  action: z.enum(decisionActions),
  arguments: jsonObject.optional(),
  content: jsonObject.optional(),
  note: z.string().max(4_000).optional(),
  response: z.string().max(longestResponse).optional(),
  confirm: confirmText.optional(),
  grant: grantShape.optional(),
  digest: z.string().max(200).optional(),
  /** How many `changes` of its view the person saw; refused where there are more. */
  changesSeen: z.int().min(0).max(1_000).optional(),
  seen: z.string().max(200).optional(),
  /** The id of the preview that was on the card. */
  preview: z.string().max(200).optional(),
});

/** A person's answer to an approval. The first answer wins; an identical repeat gets the same reply. */
export const POST = guard({ body }, async ({ person, request, body: { approvalId, chatId, toolCallId, ...said } }) => {
  const byCall = chatId !== undefined && toolCallId !== undefined;
  const target = approvalId !== undefined ? { approvalId } : byCall ? { chatId, toolCallId } : null;
  if (!target || (approvalId !== undefined && (chatId ?? toolCallId) !== undefined)) {
    return problem("bad-request", "Say which approval: either approvalId, or chatId and toolCallId.");
  }
  const grant = said.grant === undefined ? undefined : grantFrom(said.grant);
  if (grant === null) return problem("bad-request", endSaidTwice);
  const { agent, sessions } = services();
  const shown = sessionShownBy(request.headers);
  const [tokenHash, proof] = [sessions.hashBy(shown), await sessions.howProved(shown)];
  const outcome = await decide(agent.gate, { person, target, via: "chat", ...said, grant, tokenHash, proof });
  return decisionReply(outcome);
});
