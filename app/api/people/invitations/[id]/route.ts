import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";
import { noTeam, refusalOf } from "#lib/server/team/refusal.ts";

/** Takes an invitation back. */
export const DELETE = guard({ may: "manage-people" }, async ({ person, params }) => {
  const { team } = services();
  if (team === null) return noTeam();
  const withdrawn = await team.withdraw(person, params["id"] ?? "");
  return withdrawn ? new Response(null, { status: 204 }) : refusalOf("unknown");
});
