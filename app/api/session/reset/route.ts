import { z } from "zod";
import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam } from "#lib/server/people/refusal.ts";
import { key, newPassword } from "../fields.ts";
import { newSession } from "../new-session.ts";

const body = z.strictObject({ key, password: newPassword });

/** Chooses a new password by a one-time link: all earlier sessions end, and this browser is signed in. */
export const POST = guardOpen({ body }, async ({ body: given, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  return newSession(request, await team.resets.use(given, visitOf(request)));
});
