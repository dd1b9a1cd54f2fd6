import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Removes a webhook with its open messages. */
export const DELETE = guard({ may: "manage-webhooks" }, async ({ person, params }) => {
  const removed = await services().notifications.removeWebhook(person.id, params["id"] ?? "");
  return removed ? new Response(null, { status: 204 }) : problem("not-found", "There is no such webhook any more.");
});
