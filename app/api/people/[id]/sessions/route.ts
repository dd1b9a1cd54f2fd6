import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";
import { noTeam, refusalOf } from "#lib/server/team/refusal.ts";

/** Signs somebody else out everywhere. */
export const DELETE = guard({ may: "manage-people" }, async ({ person, params }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const outcome = await team.signOutEverywhere(person, params["id"] ?? "");
  return outcome === "changed" ? new Response(null, { status: 204 }) : refusalOf(outcome);
});
