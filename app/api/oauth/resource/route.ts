import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { mcpAddressOf } from "#lib/server/http/mcp-address.ts";
import { notOn } from "../not-on.ts";

const replies = { 200: { says: "Metadata of OAuth", type: "application/json" } } as const;

/** What the MCP endpoint says of itself as a protected resource (RFC 9728), by the name that was asked for. */
export const GET = guardOpen({ summary: "OAuth: what the MCP endpoint says of itself", replies }, ({ request }) => {
  const { clientSignIn } = services();
  return clientSignIn === null ? notOn() : Response.json(clientSignIn.resource(mcpAddressOf(request)));
});
