import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";

/** Everything that waits for this person, oldest first. */
export const GET = guard({}, async ({ person }) => {
  const { actions, agent } = services();
  return Response.json(await actions.openApprovals(agent.gate, person.id));
});
