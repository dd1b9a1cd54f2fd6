import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";

/** A challenge for a passkey, to prove again who one is. */
export const POST = guard({}, async ({ person, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const asked = await team.passkeys.beginProving(person, sessionShownBy(request.headers));
  return "refused" in asked ? refusalResponse(asked.refused) : Response.json(asked);
});
