import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** The policy of the instance: rules in force, and what waits for the owner. */
export const GET = guard({ may: "manage-tools" }, async () =>
  Response.json(await services().policies.overview({ all: true })),
);
