import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** One approval in its present state. */
export const GET = guard(
  {
    scope: "approvals:read",
    summary: "Read one approval",
    replies: { 200: { says: "As it stands", json: "Approval" } },
  },
  async ({ person, params }) => {
    const item = await services().inbox.one(person.id, params["id"] ?? "");
    return item ? Response.json(item) : problem("not-found", "There is no such approval.");
  },
);
