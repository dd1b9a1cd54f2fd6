import { z } from "zod";
import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";
import { shownBy } from "#lib/server/session-cookie.ts";
import { noTeam, refusalOf } from "#lib/server/team/refusal.ts";
import { password } from "../fields.ts";

/** Proves again who one is, for what needs a sign-in of the last 15 minutes. */
export const POST = guard({ body: z.strictObject({ password }) }, async ({ person, body, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.doors.confirm(person, body.password, shownBy(request.headers));
  return outcome === "confirmed" ? Response.json({}) : refusalOf(outcome === "wrong" ? "wrong-password" : outcome);
});
