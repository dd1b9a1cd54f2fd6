import { z } from "zod";
import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam } from "#lib/server/people/refusal.ts";
import { cookiesOf } from "../../new-session.ts";

/**
 * Signs in by the parameters of the organisation's sign-in: `query` of the address to which it redirected the browser.
 */
export const POST = guardOpen({ body: z.strictObject({ query: z.string().max(8_192) }) }, async ({ body, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.signInWays.fromProvider(new URLSearchParams(body.query), visitOf(request));
  const isIn = "token" in outcome;
  const cookies = isIn ? [...outcome.cookies, ...cookiesOf(request, outcome)] : outcome.cookies;
  const at = outcome.connecting ? "/settings/people" : "/";
  const headers = cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return Response.json({ to: isIn ? at : `${at}?refused=${outcome.refused}` }, { headers });
});
