import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";
import { inboxQuery } from "./inbox-query.ts";

/** What waits for this person in all chats, a page at a time: riskiest first, then oldest. */
export const GET = guard({}, async ({ person, query }) => {
  const asked = inboxQuery(query);
  const page = asked && (await services().inboxPages.waiting(person.id, asked.filter, asked.after));
  return page === null ? problem("bad-request", "This page of the inbox cannot be had.") : Response.json(page);
});
