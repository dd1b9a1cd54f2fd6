import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import { noTeam } from "#lib/server/people/refusal.ts";

/** Removes a passkey of one's own. */
export const DELETE = guard({ fresh: true }, async ({ person, params, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const removed = await team.passkeys.remove(person, params["id"] ?? "", sessionShownBy(request.headers));
  return removed ? new Response(null, { status: 204 }) : problem("not-found", "You have no such passkey.");
});
