import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";
import { passkeyAnswer, password } from "../fields.ts";

const body = z.union([z.strictObject({ password }), z.strictObject({ passkey: passkeyAnswer })]);

/** A new proof of identity, for what needs a sign-in, or a passkey, of the last 15 minutes. */
export const POST = guard({ body }, async ({ person, body: given, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const shown = sessionShownBy(request.headers);
  const outcome =
    "passkey" in given
      ? await team.passkeys.prove(person, given.passkey, shown)
      : await team.signInWays.confirm(person, given.password, shown);
  return outcome === "confirmed"
    ? Response.json({})
    : refusalResponse(outcome === "wrong" ? "wrong-password" : outcome);
});
