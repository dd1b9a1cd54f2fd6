import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";
import { email } from "../../session/fields.ts";

const body = z.strictObject({ email, role: z.enum(["member", "reviewer", "admin"]) });

/** Invites somebody. Only this answer contains the link; the inviter hands it over. */
export const POST = guard({ body, may: "manage-people", fresh: true }, async ({ person, body: given }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.invite(person, given);
  return "refused" in outcome ? refusalResponse(outcome.refused) : Response.json(outcome, { status: 201 });
});
