import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** The person's chats, latest first; `?search=` narrows by title. */
export const GET = guard({}, async ({ person, query }) =>
  Response.json(await services().chats.list(person.id, (query.get("search") ?? "").slice(0, 200))),
);
