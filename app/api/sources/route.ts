import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Resources, templates of such, and prompts of connected servers, for a person's messages. */
export const GET = guard({}, async ({ person, request }) =>
  Response.json(await services().tools.sources.list({ personId: person.id, signal: request.signal })),
);
