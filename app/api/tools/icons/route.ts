import { toolIcons } from "#lib/policies/changes/tool-icons.ts";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** The pictures that stand beside names of tools and servers. */
export const GET = guard({}, async () => Response.json(toolIcons((await services().tools.page()).servers)));
