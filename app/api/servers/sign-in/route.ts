import { z } from "zod";
import { scopeOfCard } from "#lib/server/approvals/sign-in-cards.ts";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionHashOf } from "#lib/server/api/session-hash-of.ts";
import { serverName } from "../../tools/names.ts";

const body = z.strictObject({
  server: serverName,
  /** The card that asks for the sign-in, which may want more rights than the last one. */
  approval: z.string().min(1).max(100).optional(),
});

/** The address of the page where this person signs in to a server. Nothing is opened. */
export const POST = guard({ body }, async ({ person, body: { server, approval }, request }) => {
  const { tools, agent } = services();
  const tokenHash = sessionHashOf(request);
  const scope = approval === undefined ? null : await scopeOfCard(agent.gate, person.id, approval);
  const begun = await tools.signIns.begin({ person, tokenHash }, { serverId: server, scope });
  return "refused" in begun ? problem(begun.refused, begun.message) : Response.json(begun);
});

/** Forgets this person's sign-in to a server, or the instance's: `?id=`. */
export const DELETE = guard({}, async ({ person, query }) => {
  const id = query.get("id");
  if (id === null) return problem("bad-request", "Say which server: DELETE /api/servers/sign-in?id=…");
  const outcome = await services().tools.signIns.signOut(person, id);
  return "refused" in outcome ? problem(outcome.refused, outcome.message) : new Response(null, { status: 204 });
});
