import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";

/** Withdraws an invitation. */
export const DELETE = guard({ may: "manage-people" }, async ({ person, params }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const withdrawn = await team.withdraw(person, params["id"] ?? "");
  return withdrawn ? new Response(null, { status: 204 }) : refusalResponse("unknown");
});
