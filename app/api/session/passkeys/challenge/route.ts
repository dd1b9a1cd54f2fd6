import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";

/** A challenge to make a passkey for one's own account. */
export const POST = guard({ fresh: true }, async ({ person, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const asked = await team.passkeys.beginAdding(person, sessionShownBy(request.headers));
  return "refused" in asked ? refusalResponse(asked.refused) : Response.json(asked);
});
