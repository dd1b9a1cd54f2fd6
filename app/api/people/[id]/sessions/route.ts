import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { noTeam, refusalResponse } from "#lib/server/people/refusal.ts";

/** Signs somebody else out everywhere. */
export const DELETE = guard({ may: "manage-people" }, async ({ person, params }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.signOutEverywhere(person, params["id"] ?? "");
  return outcome === "changed" ? new Response(null, { status: 204 }) : refusalResponse(outcome);
});
