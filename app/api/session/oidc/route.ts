import { guard, guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";
import { sentAway } from "../new-session.ts";

/** The address of the organisation's sign-in. The browser keeps a sealed cookie to show when it returns. */
export const POST = guardOpen({}, async ({ request }) => {
  const { team } = services();
  return team === null ? noTeam() : sentAway(await team.signInWays.toProvider(visitOf(request)));
});

/** Disconnects the organisation's account from one's own, which keeps its password. */
export const DELETE = guard({ fresh: true }, async ({ person }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const gone = await team.signInWays.disconnect(person);
  return gone ? new Response(null, { status: 204 }) : refusalResponse("not-connected");
});
