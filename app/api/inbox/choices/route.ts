import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** The tools and chats by which the inbox can be filtered at present. */
export const GET = guard({}, async ({ person }) => Response.json(await services().inboxPages.choices(person.id)));
