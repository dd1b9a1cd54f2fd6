import { z } from "zod";
import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam } from "#lib/server/people/refusal.ts";
import { key, passkeyAnswer } from "../fields.ts";
import { newSession } from "../new-session.ts";

const body = z.strictObject({ attempt: key, response: passkeyAnswer });

/** Completes a sign-in that a password began, with the person's passkey. */
export const POST = guardOpen({ body }, async ({ body: given, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  return newSession(request, await team.passkeys.signIn(given, visitOf(request)));
});
