import { guard } from "#lib/server/guard.ts";
import { services } from "#lib/server/services.ts";

/** The tool servers, whether they are up, and their tools. */
export const GET = guard({}, () => Response.json(services().servers()));
