import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam } from "#lib/server/people/refusal.ts";
import { sentAway } from "../../new-session.ts";

/** Goes to the organisation's sign-in, to connect it with one's own account. */
export const POST = guard({ fresh: true }, async ({ person, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  return sentAway(await team.signInWays.toConnect(person, visitOf(request)));
});
