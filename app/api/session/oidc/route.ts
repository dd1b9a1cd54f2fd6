import { guardOpen } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";
import { noTeam, refusalOf } from "#lib/server/team/refusal.ts";

/** Where the organisation's sign-in is. The browser keeps, sealed, what it must show when it comes back. */
export const POST = guardOpen({}, async () => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.doors.toProvider();
  if ("refused" in outcome) return refusalOf(outcome.refused);
  const headers = outcome.cookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return Response.json({ url: outcome.url }, { headers });
});
