import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Revokes a key at once. What it has open closes with it. */
export const DELETE = guard({}, async ({ person, params }) => {
  const { keys, streams } = services();
  const id = params["id"] ?? "";
  if ((await keys.revoke(person, id)) === null) return problem("not-found", "There is no such key any more.");
  streams.closeOfKey(id);
  return new Response(null, { status: 204 });
});
