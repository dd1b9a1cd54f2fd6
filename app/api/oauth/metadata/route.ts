import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { notOn } from "../not-on.ts";

const replies = { 200: { says: "Metadata of OAuth", type: "application/json" } } as const;

/** What our authorization server says of itself (RFC 8414). */
export const GET = guardOpen({ summary: "OAuth: what the authorization server says of itself", replies }, async () => {
  const server = services().clientSignIn?.server;
  return server == null ? notOn() : Response.json(await (await server()).metadata());
});
