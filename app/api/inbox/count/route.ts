import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** How many cards wait for this person, and when the first of them expires; counting stops at a thousand. */
export const GET = guard({}, async ({ person }) => Response.json(await services().inboxPages.count(person.id)));
