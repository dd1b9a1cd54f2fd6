import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";

/** One's own standing grants, and the latest of those that have ended. */
export const GET = guard({}, async ({ person }) => Response.json(await services().grants.list(person.id)));
