import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const most = 100;

/** These cards in their present state, without those that are gone or that this person may not see. */
export const GET = guard({}, async ({ person, query }) => {
  const ids = (query.get("ids") ?? "").split(",").filter((id) => id !== "");
  if (ids.length === 0 || ids.length > most) return problem("bad-request", `Ask for 1 to ${most} ids.`);
  return Response.json(await services().inboxPages.entries(person.id, ids));
});
