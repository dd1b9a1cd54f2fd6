import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** The person's latest sessions of clients and agents, for the sidebar. */
export const GET = guard({}, async ({ person }) => Response.json(await services().clients.sessions(person.id)));
