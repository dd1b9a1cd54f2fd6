import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";

/** Model servers of this machine that answer. */
export const GET = guard({ may: "manage-models" }, async () =>
  Response.json({ servers: await services().accounts.nearby() }),
);
