import { guardOpen } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";
import { sessionCookie } from "#lib/server/session-cookie.ts";
import { noTeam } from "#lib/server/team/refusal.ts";
import { browserOf, visitOf } from "../../new-session.ts";

/** Where the organisation's sign-in sends people back to. */
export const GET = guardOpen({ arrival: true }, async ({ request, query }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.doors.fromProvider(query, visitOf(request));
  const isIn = "token" in outcome;
  const cookies = isIn ? [...outcome.cookies, sessionCookie(outcome.token, browserOf(request))] : outcome.cookies;
  const at = outcome.connecting ? "/settings/people" : "/";
  return page(isIn ? at : `${at}?refused=${outcome.refused}`, cookies);
});

/** A redirect would count as a visit from the other site, with which the browser sends no session of ours. */
function page(to: string, cookies: string[]): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>
<meta http-equiv="refresh" content="0;url=${to}"><p><a href="${to}">Go on to Countersign</a></p></html>`;
  const headers = [["content-type", "text/html; charset=utf-8"], ...cookies.map((cookie) => ["set-cookie", cookie])];
  return new Response(html, { headers: headers as [string, string][] });
}
