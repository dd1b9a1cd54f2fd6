import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** The API as OpenAPI 3.1. Open, because it says nothing of this instance; computed once, because that is slow. */
export const GET = guardOpen({}, async ({ request }) => {
  const { json, etag } = await services().document();
  // Clients ask each time whether it is current: another release has another description.
  const headers = { etag, "cache-control": "no-cache" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(json, { headers: { ...headers, "content-type": "application/json" } });
});
