import { z } from "zod";
import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";
import { key } from "../../../session/fields.ts";

/** Whom an invitation is for, for somebody with its key. */
export const POST = guardOpen({ body: z.strictObject({ key }) }, async ({ body }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const invitation = await team.signInWays.invitationOf(body.key);
  return invitation === null ? refusalResponse("link-not-valid") : Response.json(invitation);
});
