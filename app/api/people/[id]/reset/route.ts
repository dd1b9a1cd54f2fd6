import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";

/** Makes a link by which somebody may choose a new password. Only this answer contains it. */
export const POST = guard({ may: "manage-people", fresh: true }, async ({ person, params }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.resets.make(person, params["id"] ?? "");
  return "refused" in outcome ? refusalResponse(outcome.refused) : Response.json(outcome, { status: 201 });
});
