import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Approvals that were settled in the last day, latest first. */
export const GET = guard({}, async ({ person, query }) => {
  const page = await services().inboxPages.answered(person.id, query.get("after"));
  return page === null ? problem("bad-request", "This page of the inbox cannot be had.") : Response.json(page);
});
