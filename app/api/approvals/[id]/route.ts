import { guard } from "#lib/server/guard.ts";
import { problem } from "#lib/server/problem.ts";
import { services } from "#lib/server/services.ts";

/** One approval as it stands. */
export const GET = guard({ scope: "approvals:read" }, async ({ person, params }) => {
  const item = await services().inbox.one(person.id, params["id"] ?? "");
  return item ? Response.json(item) : problem("not-found", "There is no such approval.");
});
