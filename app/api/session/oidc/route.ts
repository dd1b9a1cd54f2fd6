import { guard, guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalOf } from "#lib/server/people/refusal.ts";
import { sentAway } from "../new-session.ts";

/** Where the organisation's sign-in is. The browser keeps, sealed, what it must show when it comes back. */
export const POST = guardOpen({}, async ({ request }) => {
  const { team } = services();
  return team === null ? noTeam() : sentAway(await team.signInWays.toProvider(visitOf(request)));
});

/** Takes the organisation's sign-in away from one's own account, which keeps its password. */
export const DELETE = guard({ fresh: true }, async ({ person }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const gone = await team.signInWays.disconnect(person);
  return gone ? new Response(null, { status: 204 }) : refusalOf("not-connected");
});
