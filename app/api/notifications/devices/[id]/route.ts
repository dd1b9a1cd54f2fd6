import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Unsubscribes one of this person's browsers. */
export const DELETE = guard({}, async ({ person, params }) => {
  const removed = await services().notifications.removeDevice(person.id, params["id"] ?? "");
  return removed ? new Response(null, { status: 204 }) : problem("not-found", "There is no such device any more.");
});
