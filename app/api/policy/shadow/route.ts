import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { services } from "#lib/server/api/services.ts";

const body = z.strictObject({ on: z.boolean() });

/** Shadow mode of the whole app: calls are shown and none runs. */
export const PUT = guard({ body, may: "manage-tools", fresh: true }, async ({ person, body: { on } }) => {
  const by = { personId: person.id };
  const set = await services().policies.change.setShadow(by, on);
  return set === "set"
    ? Response.json({ on })
    : problem("forbidden", "Only an owner turns shadow mode off for the whole app.");
});
