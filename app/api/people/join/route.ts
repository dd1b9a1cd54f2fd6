import { z } from "zod";
import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam } from "#lib/server/people/refusal.ts";
import { key, name, newPassword } from "../../session/fields.ts";
import { newSession } from "../../session/new-session.ts";

const body = z.strictObject({ key, name, password: newPassword });

/** Accepts an invitation: address and role are the invitation's, whatever the request says. */
export const POST = guardOpen({ body }, async ({ body: given, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  return newSession(request, await team.signInWays.byInvitation(given, visitOf(request)));
});
