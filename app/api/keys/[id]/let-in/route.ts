import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

/** Lets a client of the operator's issuer in again that was revoked. */
export const POST = guard({ may: "restore-clients", fresh: true }, async ({ person, params }) => {
  if ((await services().keys.letInAgain(person, params["id"] ?? "")) === null)
    return problem("not-found", "There is no such client that was revoked.");
  return new Response(null, { status: 204 });
});
