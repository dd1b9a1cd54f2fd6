import { z } from "zod";
import { goOnSignedIn } from "#lib/server/approvals/sign-in-cards.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";

/** Ends a sign-in to a server: `query` of the address to which its authorization server sent the browser back. */
export const POST = guard({ body: z.strictObject({ query: z.string().max(8_192) }) }, async (asked) => {
  const { person, body, request } = asked;
  const { tools, agent } = services();
  const by = { person, tokenHash: sessionHashOf(request) };
  const outcome = await tools.signIns.finish(by, body.query);
  if ("refused" in outcome) return problem(outcome.refused, outcome.message);
  const goesOn = await goOnSignedIn(agent.gate, by, outcome.serverId);
  return Response.json({ title: outcome.title, goesOn });
});
