import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Tells an address nothing more, also not what was still to be told. */
export const DELETE = guard({ may: "manage-webhooks" }, async ({ person, params }) => {
  const removed = await services().notifications.removeWebhook(person.id, params["id"] ?? "");
  return removed ? new Response(null, { status: 204 }) : problem("not-found", "There is no such webhook any more.");
});
