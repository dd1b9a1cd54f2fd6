import { guardOpen } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/**
 * The address to which the authorization server of a remote tool server sends the browser back. The visitor has proved
 * nothing yet, so it does nothing: our own page sends the parameters on, with the proof that it began (see
 * `servers/sign-in/return`).
 */
export const GET = guardOpen({ arrival: true }, ({ query }) => {
  const { origin, publicOrigin } = services().access;
  const to = `${publicOrigin ?? origin}/#signed-in=${encodeURIComponent(query.toString())}`;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>
<meta http-equiv="refresh" content="0;url=${to}"><p><a href="${to}">Go on to Countersign</a></p></html>`;
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
});
