import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** What this instance says of itself to the authorization servers of remote tool servers (client id metadata document). */
export const GET = guardOpen({}, () =>
  Response.json(services().tools.signIns.document(), { headers: { "cache-control": "public, max-age=300" } }),
);
