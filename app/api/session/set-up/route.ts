import { z } from "zod";
import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam } from "#lib/server/people/refusal.ts";
import { email, key, name, newPassword } from "../fields.ts";
import { newSession } from "../new-session.ts";

const body = z.strictObject({ key, name, email, password: newPassword });

/** Makes the owner's account, by the one-time key of the console, or gives the owner a new password. */
export const POST = guardOpen({ body }, async ({ body: given, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  return newSession(request, await team.signInWays.bySetUp(given, visitOf(request)));
});
