import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";
import { name, newPasskey } from "../fields.ts";

const body = z.strictObject({ name, response: newPasskey });

/** Adds a passkey to one's own account: from then on a password alone signs nobody in. */
export const POST = guard({ body, fresh: true }, async ({ person, body: given, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.passkeys.add(person, given, sessionShownBy(request.headers));
  return outcome === "added" ? Response.json({}, { status: 201 }) : refusalResponse(outcome);
});
