import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Removes a queued message before it starts. */
export const DELETE = guard({}, async ({ person, params }) => {
  const removed = await services().chats.unqueue(person.id, params["id"] ?? "", params["messageId"] ?? "");
  return removed ? new Response(null, { status: 204 }) : problem("not-found", "This message is not queued any more.");
});
