import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

const replies = { 200: { says: "Metadata of an OAuth client", type: "application/json" } } as const;
const summary = "OAuth: what this instance says of itself as a client of remote tool servers";

/** For the authorization servers of remote tool servers (client id metadata document). */
export const GET = guardOpen({ summary, replies }, () =>
  Response.json(services().tools.signIns.document(), { headers: { "cache-control": "public, max-age=300" } }),
);
