import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Resources and prompts of connected servers, for a person's messages. */
export const GET = guard({}, async ({ request }) =>
  Response.json(await services().tools.sources.list({ signal: request.signal })),
);
