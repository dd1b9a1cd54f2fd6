import { z } from "zod";
import { guard, guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { sessionShownBy, visitOf } from "#lib/server/http/session-cookie.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";
import { email, newPassword, password } from "../fields.ts";
import { newSession } from "../new-session.ts";

/** Signs in. The answer is the same for a wrong address and a wrong password. */
export const POST = guardOpen({ body: z.strictObject({ email, password }) }, async ({ body, request }) => {
  const { team } = services();
  if (team === null) return noTeam();
  return newSession(request, await team.signInWays.byPassword(body, visitOf(request)));
});

/** Changes one's own password and signs out everywhere else. */
export const PUT = guard(
  { body: z.strictObject({ current: password, next: newPassword }), fresh: "where-passkey" },
  async ({ person, body, request }) => {
    const { team } = services();
    if (team === null) return noTeam();
    const outcome = await team.signInWays.changePassword(person, body, sessionShownBy(request.headers));
    return outcome === "changed"
      ? Response.json({})
      : refusalResponse(outcome === "wrong" ? "wrong-password" : outcome);
  },
);
