import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Revokes a key at once. Streams of its owner's own pages close with it, and reopen by themselves. */
export const DELETE = guard({}, async ({ person, params }) => {
  const { keys, streams } = services();
  const ownerId = await keys.revoke(person, params["id"] ?? "");
  if (ownerId === null) return problem("not-found", "There is no such key any more.");
  streams.close(ownerId);
  return new Response(null, { status: 204 });
});
