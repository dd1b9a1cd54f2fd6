import { createHash } from "node:crypto";
import { guardOpen } from "#lib/server/api/guard.ts";
import { openApiDocument } from "#lib/server/api/document.ts";
import { describedRoutes } from "./routes.ts";

let written: { json: string; etag: string } | null = null;

/** The API as OpenAPI 3.1. Open, because it says nothing of this instance; computed once, because that is slow. */
export const GET = guardOpen({}, ({ request }) => {
  written ??= write();
  // Revalidated each time: another release has another description.
  const headers = { etag: written.etag, "cache-control": "no-cache" };
  if (request.headers.get("if-none-match") === written.etag) return new Response(null, { status: 304, headers });
  return new Response(written.json, { headers: { ...headers, "content-type": "application/json" } });
});

function write(): { json: string; etag: string } {
  const json = JSON.stringify(openApiDocument(describedRoutes()));
  return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` };
}
