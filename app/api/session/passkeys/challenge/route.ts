import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { shownBy } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalOf } from "#lib/server/people/refusal.ts";

/** A challenge to make a passkey for one's own account. */
export const POST = guard({ fresh: true }, async ({ person, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const asked = await team.passkeys.beginAdding(person, shownBy(request.headers));
  return "refused" in asked ? refusalOf(asked.refused) : Response.json(asked);
});
