import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { noTeam } from "#lib/server/people/refusal.ts";

/** Everybody of the team, and the open invitations. */
export const GET = guard({ may: "manage-people" }, async () => {
  const { team } = services();
  return team === null ? noTeam() : Response.json(await team.roster());
});
