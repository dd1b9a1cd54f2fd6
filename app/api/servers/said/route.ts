import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { services } from "#lib/server/api/services.ts";
import { serverName } from "../../tools/names.ts";

const query = z.strictObject({ id: serverName });

/** All that this instance keeps of what a server wrote beside its answers: `?id=`. */
export const GET = guard({ may: "manage-tools", query }, ({ query: { id } }) =>
  Response.json({ said: services().tools.saidBy(id) }),
);
