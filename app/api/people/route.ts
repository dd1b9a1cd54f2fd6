import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";
import { noTeam } from "#lib/server/team/refusal.ts";

/** Everybody of the team, and who is invited. */
export const GET = guard({ may: "manage-people" }, async () => {
  const { team } = services();
  return team === null ? noTeam() : Response.json(await team.roster());
});
